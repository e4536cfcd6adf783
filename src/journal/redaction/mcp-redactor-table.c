/* mcp-redactor-table.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "mcp-redactor-table.h"

/*
 * All kinds of secrets that are recognised without having been told. A text is looked at closely
 * only where an anchor of this table stands in it. Names, commands and what they mean are in files
 * of their own: mcp-redactor-names.c, mcp-redactor-commands.c.
 */

#define NAME(anchor) { anchor, MCP_MARK_NAME, 0, 0, 0, 0 }
#define WHOLE_NAME(anchor) { anchor, MCP_MARK_NAME, 0, 0, 0, MCP_RULE_WHOLE }
#define WORD(anchor) { anchor, MCP_MARK_WORD, 0, 0, 0, 0 }
#define TOKEN(anchor, chars, min) { anchor, MCP_MARK_TOKEN, MCP_CHARS_##chars, min, 0, 0 }
#define TOKEN_WITH(anchor, chars, min, flags) \
  { anchor, MCP_MARK_TOKEN, MCP_CHARS_##chars, min, 0, flags }
#define MIDDLE(anchor, chars, before, min) \
  { anchor, MCP_MARK_MIDDLE, MCP_CHARS_##chars, min, before, 0 }
#define PATH(anchor, min) { anchor, MCP_MARK_PATH, MCP_CHARS_SLASHES, min, 0, 0 }
#define OTHER(anchor, kind) { anchor, MCP_MARK_##kind, 0, 0, 0, 0 }

const McpRedactorRule mcp_redactor_rules[] = {
  /* Names in every spelling. */
  NAME ("auth"), NAME ("code="), NAME ("codev"), NAME ("code_v"), NAME ("code-v"),
  NAME ("cookie"), NAME ("credential"), NAME ("jwt"), NAME ("key"), NAME ("kennwort"),
  NAME ("mnemonic"), NAME ("passcode"), NAME ("pass"), NAME ("phrase"), NAME ("pwd"),
  NAME ("secret"), NAME ("session"), NAME ("sig="), NAME ("signature"), NAME ("token"),
  NAME ("zugangscode"), NAME ("zugangsdaten"), NAME ("geheimnis"), NAME ("geheimwort"),
  NAME ("contrasena"), NAME ("senha"), NAME ("verificationcode"), NAME ("verification_code"),
  NAME ("verification code"), NAME ("onetimecode"), NAME ("one-time code"), NAME ("security code"),
  NAME ("webhook_url"), NAME ("de passe"), NAME ("wachtwoord"),
  WHOLE_NAME ("otp"), WHOLE_NAME ("totp"), WHOLE_NAME ("pin"), WHOLE_NAME ("cvv"),
  WHOLE_NAME ("cvc"), WHOLE_NAME ("mfa"), WHOLE_NAME ("2fa"),
  WORD ("비밀번호"), WORD ("비번"), WORD ("암호"), WORD ("패스워드"), WORD ("비밀키"), WORD ("비밀 키"),
  WORD ("개인키"), WORD ("개인 키"), WORD ("접근 키"), WORD ("액세스 키"), WORD ("API 키"), WORD ("토큰"),
  WORD ("시크릿"), WORD ("인증번호"), WORD ("인증 번호"), WORD ("인증코드"), WORD ("인증 코드"),
  WORD ("보안 코드"), WORD ("보안코드"), WORD ("パスワード"), WORD ("暗証番号"), WORD ("トークン"),
  WORD ("APIキー"), WORD ("秘密鍵"), WORD ("密码"), WORD ("密碼"), WORD ("口令"), WORD ("密钥"),
  WORD ("令牌"), WORD ("Schlüssel"), WORD ("schlüssel"), WORD ("Contraseña"), WORD ("contraseña"),
  WORD ("CONTRASEÑA"), WORD ("Пароль"), WORD ("пароль"), WORD ("Токен"), WORD ("токен"),

  /* Tokens, by whose they are. */
  TOKEN_WITH ("sk-", WORD, 16, MCP_RULE_DIGIT),
  TOKEN_WITH ("sk_live_", WORD, 16, MCP_RULE_ENCODED), TOKEN ("sk_test_", WORD, 16), TOKEN ("sk_prod_", WORD, 16),
  TOKEN ("rk_live_", WORD, 16), TOKEN ("rk_test_", WORD, 16), TOKEN ("whsec_", WORD, 24),
  TOKEN_WITH ("ghp_", WORD, 20, MCP_RULE_ENCODED), TOKEN_WITH ("gho_", WORD, 20, MCP_RULE_ENCODED), TOKEN ("ghu_", WORD, 20),
  TOKEN_WITH ("ghs_", WORD, 20, MCP_RULE_ENCODED), TOKEN ("ghr_", WORD, 20), TOKEN_WITH ("github_pat_", WORD, 20, MCP_RULE_ENCODED),
  TOKEN_WITH ("glpat-", WORD, 16, MCP_RULE_ENCODED), TOKEN ("gldt-", WORD, 16), TOKEN ("glrt-", WORD, 16),
  TOKEN ("glcbt-", WORD, 16), TOKEN ("glptt-", WORD, 20), TOKEN ("glft-", WORD, 16),
  TOKEN ("glsoat-", WORD, 16), TOKEN ("glimt-", WORD, 16), TOKEN ("glagent-", WORD, 20),
  TOKEN ("gloas-", WORD, 20), TOKEN ("glffct-", WORD, 16), TOKEN ("GR1348941", WORD, 16),
  TOKEN_WITH ("AKIA", WORD, 16, MCP_RULE_ENCODED), TOKEN_WITH ("ASIA", WORD, 16, MCP_RULE_ENCODED), TOKEN ("ABSK", BASE64, 60),
  TOKEN ("bedrock-api-key-", WORD, 20),
  TOKEN_WITH ("AIza", WORD, 30, MCP_RULE_ENCODED), TOKEN ("GOCSPX-", WORD, 20), TOKEN ("ya29.", WORD, 20),
  TOKEN ("1//0", WORD, 30),
  TOKEN_WITH ("xoxa-", WORD, 10, MCP_RULE_DIGIT), TOKEN_WITH ("xoxb-", WORD, 10, MCP_RULE_DIGIT | MCP_RULE_ENCODED),
  TOKEN_WITH ("xoxe-", WORD, 10, MCP_RULE_DIGIT), TOKEN_WITH ("xoxp-", WORD, 10, MCP_RULE_DIGIT),
  TOKEN_WITH ("xoxr-", WORD, 10, MCP_RULE_DIGIT), TOKEN_WITH ("xoxs-", WORD, 10, MCP_RULE_DIGIT),
  TOKEN_WITH ("xoxe.", WORD, 20, MCP_RULE_DIGIT), TOKEN_WITH ("xapp-", WORD, 20, MCP_RULE_DIGIT),
  TOKEN_WITH ("npm_", ALNUM, 30, MCP_RULE_ENCODED), TOKEN ("hf_", ALNUM, 30), TOKEN ("api_org_", ALNUM, 30),
  TOKEN_WITH ("eyJ", WORD, 40, MCP_RULE_DIGIT | MCP_RULE_DOT), /* RFC 7519 section 3 */
  TOKEN_WITH ("SG.", WORD, 40, MCP_RULE_DOT), TOKEN ("pypi-AgE", WORD, 40),
  TOKEN ("dop_v1_", HEX, 40), TOKEN ("doo_v1_", HEX, 40), TOKEN ("dor_v1_", HEX, 40),
  TOKEN ("AGE-SECRET-KEY-1", UPPER, 20), TOKEN ("AGE-PLUGIN-", WORD, 30),
  TOKEN ("SK0", HEX, 31), TOKEN ("SK1", HEX, 31), TOKEN ("SK2", HEX, 31), TOKEN ("SK3", HEX, 31),
  TOKEN ("SK4", HEX, 31), TOKEN ("SK5", HEX, 31), TOKEN ("SK6", HEX, 31), TOKEN ("SK7", HEX, 31),
  TOKEN ("SK8", HEX, 31), TOKEN ("SK9", HEX, 31), TOKEN ("SKa", HEX, 31), TOKEN ("SKb", HEX, 31),
  TOKEN ("SKc", HEX, 31), TOKEN ("SKd", HEX, 31), TOKEN ("SKe", HEX, 31), TOKEN ("SKf", HEX, 31),
  TOKEN ("key-", HEX, 32), TOKEN ("shpat_", ALNUM, 32), TOKEN ("shpca_", ALNUM, 32),
  TOKEN ("shppa_", ALNUM, 32), TOKEN ("shpss_", ALNUM, 32),
  TOKEN ("sq0atp-", WORD, 20), TOKEN ("sq0csp-", WORD, 40),
  TOKEN ("dckr_pat_", WORD, 20), TOKEN ("dckr_oat_", WORD, 20),
  TOKEN ("lin_api_", ALNUM, 32), TOKEN ("lin_oauth_", ALNUM, 32), TOKEN ("ntn_", ALNUM, 40),
  TOKEN ("secret_", ALNUM, 40), TOKEN ("figd_", WORD, 32), TOKEN ("pul-", HEX, 40),
  TOKEN ("rubygems_", HEX, 40), TOKEN ("sntrys_", BASE64, 40), TOKEN ("sntryu_", HEX, 40),
  TOKEN ("hvs.", WORD, 24), TOKEN ("hvb.", WORD, 60), TOKEN ("dapi", HEX, 32),
  TOKEN ("PMAK-", WORD, 40), TOKEN ("NRAK-", UPPER, 24), TOKEN ("NRII-", WORD, 30),
  TOKEN ("NRJS-", HEX, 18), TOKEN ("xkeysib-", WORD, 60), TOKEN ("xsmtpsib-", WORD, 60),
  TOKEN ("dt0c01.", WORD, 60), TOKEN ("pscale_tkn_", WORD, 32), TOKEN ("pscale_oauth_", WORD, 32),
  TOKEN ("pscale_pw_", WORD, 32), TOKEN ("glsa_", WORD, 32), TOKEN ("glc_eyJ", BASE64, 40),
  TOKEN ("sgp_", WORD, 40), TOKEN ("tfp_", WORD, 50), TOKEN ("ATATT3", BASE64, 60),
  TOKEN ("ATCTT3", BASE64, 60), TOKEN ("ATBB", ALNUM, 30), TOKEN ("CFPAT-", WORD, 40),
  TOKEN ("LTAI", ALNUM, 20), TOKEN ("dp.pt.", ALNUM, 40), TOKEN ("dp.st.", WORD, 40),
  TOKEN ("EZAK", ALNUM, 54), TOKEN ("EZTK", ALNUM, 54), TOKEN ("fo1_", WORD, 40),
  TOKEN ("fm2_", BASE64, 90), TOKEN ("fio-u-", WORD, 60), TOKEN ("ops_eyJ", BASE64, 60),
  TOKEN ("A3-", WORD, 30), TOKEN ("nvapi-", WORD, 60), TOKEN ("gsk_", ALNUM, 32),
  TOKEN ("r8_", ALNUM, 36), TOKEN ("pplx-", ALNUM, 40), TOKEN ("xai-", ALNUM, 60),
  TOKEN_WITH ("tvly-", WORD, 24, MCP_RULE_DIGIT), TOKEN ("fc-", HEX, 32),
  TOKEN ("sbp_", HEX, 40), TOKEN ("sb_secret_", WORD, 20), TOKEN ("phx_", ALNUM, 40),
  TOKEN ("rnd_", ALNUM, 28), TOKEN ("cal_live_", HEX, 32), TOKEN ("tk-us-", WORD, 48),
  TOKEN ("sha256~", WORD, 43), TOKEN ("shippo_live_", HEX, 40), TOKEN ("shippo_test_", HEX, 40),
  TOKEN ("duffel_live_", WORD, 40), TOKEN ("duffel_test_", WORD, 40), TOKEN ("rdme_", ALNUM, 60),
  TOKEN ("pnu_", ALNUM, 36), TOKEN ("AKCp", ALNUM, 60), TOKEN ("vercel_", ALNUM, 24),

  /* Tokens that show it in their middle. */
  MIDDLE (":AA", WORD, 8, 33),         /* Telegram */
  MIDDLE ("-us1", HEX, 32, 0), MIDDLE ("-us2", HEX, 32, 0), MIDDLE ("-us3", HEX, 32, 0),
  MIDDLE ("-us4", HEX, 32, 0), MIDDLE ("-us5", HEX, 32, 0), MIDDLE ("-us6", HEX, 32, 0),
  MIDDLE ("-us7", HEX, 32, 0), MIDDLE ("-us8", HEX, 32, 0), MIDDLE ("-us9", HEX, 32, 0),
  MIDDLE (".atlasv1.", WORD, 14, 40),
  MIDDLE ("0Q~", WORD, 3, 31), MIDDLE ("1Q~", WORD, 3, 31), MIDDLE ("2Q~", WORD, 3, 31),
  MIDDLE ("3Q~", WORD, 3, 31), MIDDLE ("4Q~", WORD, 3, 31), MIDDLE ("5Q~", WORD, 3, 31),
  MIDDLE ("6Q~", WORD, 3, 31), MIDDLE ("7Q~", WORD, 3, 31), MIDDLE ("8Q~", WORD, 3, 31),
  MIDDLE ("9Q~", WORD, 3, 31),

  /* Addresses that are secrets. */
  PATH ("hooks.slack.com/services/", 8), PATH ("hooks.slack.com/workflows/", 8),
  PATH ("hooks.slack.com/triggers/", 8), PATH ("discord.com/api/webhooks/", 8),
  PATH ("discordapp.com/api/webhooks/", 8), PATH ("webhook.office.com/webhookb2/", 8),
  PATH ("outlook.office.com/webhook/", 8), PATH ("hooks.zapier.com/hooks/catch/", 8),
  PATH ("api.telegram.org/bot", 20), PATH ("maker.ifttt.com/trigger/", 8),

  OTHER ("bearer ", SCHEME), OTHER ("basic ", SCHEME), OTHER ("ssws ", SCHEME),
  OTHER ("://", USERINFO), OTHER ("-----BEGIN ", PEM), OTHER ("---- BEGIN ", PEM),
  OTHER ("Private-Lines: ", PEM), OTHER ("identified by ", PHRASE), OTHER ("requirepass ", PHRASE),
  OTHER ("masterauth ", PHRASE), OTHER ("pass:", PHRASE),

  /* Programs, and those options of theirs that are no words. */
  OTHER ("curl", COMMAND), OTHER ("sshpass", COMMAND), OTHER ("mysql", COMMAND),
  OTHER ("mariadb", COMMAND), OTHER ("docker login", COMMAND), OTHER ("podman login", COMMAND),
  OTHER ("helm registry login", COMMAND), OTHER ("redis-cli", COMMAND), OTHER ("mongosh", COMMAND),
  OTHER ("mongodump", COMMAND), OTHER ("smbclient", COMMAND), OTHER ("ldapsearch", COMMAND),
  OTHER ("ldapadd", COMMAND), OTHER ("sqlcmd", COMMAND), OTHER ("az login", COMMAND),
  OTHER ("unzip", COMMAND), OTHER ("wget", COMMAND),
  OTHER (" -u", OPTION), OTHER (" -p", OPTION), OTHER (" -a", OPTION), OTHER (" -w", OPTION),
  OTHER (" -U", OPTION), OTHER (" -P", OPTION),
  OTHER (" --user", OPTION), OTHER (" --proxy-user", OPTION),

  OTHER ("\\u0", ESCAPE), OTHER ("\\u1", ESCAPE), OTHER ("\\u2", ESCAPE), OTHER ("\\u3", ESCAPE),
  OTHER ("\\u4", ESCAPE), OTHER ("\\u5", ESCAPE), OTHER ("\\u6", ESCAPE), OTHER ("\\u7", ESCAPE),
  OTHER ("\\u8", ESCAPE), OTHER ("\\u9", ESCAPE), OTHER ("\\ua", ESCAPE), OTHER ("\\ub", ESCAPE),
  OTHER ("\\uc", ESCAPE), OTHER ("\\ud", ESCAPE), OTHER ("\\ue", ESCAPE), OTHER ("\\uf", ESCAPE),
};

const guint mcp_n_redactor_rules = G_N_ELEMENTS (mcp_redactor_rules);

gboolean
mcp_rule_has_char (McpRuleChars chars,
                   char         c)
{
  switch (chars)
    {
    case MCP_CHARS_ALNUM:
      return g_ascii_isalnum (c);
    case MCP_CHARS_HEX:
      return g_ascii_isdigit (c) || (c >= 'a' && c <= 'f');
    case MCP_CHARS_UPPER:
      return g_ascii_isdigit (c) || g_ascii_isupper (c);
    case MCP_CHARS_BASE64:
      return g_ascii_isalnum (c) || c == '+' || c == '/' || c == '-' || c == '_' || c == '=';
    case MCP_CHARS_SLASHES:
      return g_ascii_isalnum (c) || (c != '\0' && strchr ("-_./@:%", c) != NULL);
    case MCP_CHARS_WORD:
    default:
      return g_ascii_isalnum (c) || c == '_' || c == '-' || c == '.';
    }
}
