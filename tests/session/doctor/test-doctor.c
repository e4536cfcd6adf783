/* test-doctor.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <libintl.h>
#include <locale.h>
#include <string.h>

#include "mcp-connect-step.h"
#include "mcp-doctor.h"
#include "mcp-proxy-error.h"

#define URL "https://mcp.example.com:8000/mcp"

static const char self_signed_pem[] =
  "-----BEGIN CERTIFICATE-----\n"
  "MIIBrzCCAVagAwIBAgIUFcY8MUxWTBee8Fn71QiODXxsOPowCgYIKoZIzj0EAwIw\n"
  "FzEVMBMGA1UEAwwMc2VsZi5leGFtcGxlMCAXDTI2MTEyMDE2MDcxMFoYDzIxMjYx\n"
  "MDI3MTYwNzEwWjAXMRUwEwYDVQQDDAxzZWxmLmV4YW1wbGUwWTATBgcqhkjOPQIB\n"
  "BggqhkjOPQMBBwNCAAQu7nDyljNxobVwE4vChk66+mvOQgiHhyhsXr1wiq8e7npM\n"
  "NlO4qvAUYcAOtNZjUmQpvVM8oRzEHbytouaT+L0wo34wfDAdBgNVHQ4EFgQUivm4\n"
  "pSrbjtYovcj2RgJLaiD+GvIwHwYDVR0jBBgwFoAUivm4pSrbjtYovcj2RgJLaiD+\n"
  "GvIwDwYDVR0TAQH/BAUwAwEB/zApBgNVHREEIjAgggxzZWxmLmV4YW1wbGWCEHd3\n"
  "dy5zZWxmLmV4YW1wbGUwCgYIKoZIzj0EAwIDRwAwRAIgaz0x1vNmfHXyk2B4EZJB\n"
  "0MHSf5peye6vf2Kzsyo1yJ4CIDLdcbW3qF7YWi3OFLVvxoMRhqT7yiMYnND3t1jv\n"
  "R+7f\n"
  "-----END CERTIFICATE-----\n";

static const char issued_pem[] =
  "-----BEGIN CERTIFICATE-----\n"
  "MIIBJzCBzQIUB877+184h/UqC1qHsf6OHXgqhNwwCgYIKoZIzj0EAwIwEzERMA8G\n"
  "A1UEAwwISG91c2UgQ0EwIBcNMjYxMTIwMTYwNzEwWhgPMjEyNjEwMjcxNjA3MTBa\n"
  "MBcxFTATBgNVBAMMDGxlYWYuZXhhbXBsZTBZMBMGByqGSM49AgEGCCqGSM49AwEH\n"
  "A0IABB2xuS7IEuLdnbdzcJtJzcSxNcFwp7iPnXmHawSh7oC5mI39349dHaRbolPr\n"
  "gl1xr2U9jy0QToM26zWPD8in2c4wCgYIKoZIzj0EAwIDSQAwRgIhAL6DhmrvSX7/\n"
  "DcJuXojEUqtl5deVVwSqozJkUgJ0r4weAiEA/g6B3xKnqOUe9TJgt8UrOMZ+XiFY\n"
  "thO1wQygdiP17g0=\n"
  "-----END CERTIFICATE-----\n";

/*
 * A failure, and what has to be in its words. @quark names the error's domain. Not split: the tables of failures are most of
 * the file, and the test of languages goes through all of them.
 */
typedef struct
{
  const char *name;
  McpSymptoms seen;
  const char *domain;   /* (nullable): of the error */
  int         error;
  const char *message;  /* (nullable): of the error */
  McpStep     step;
  int         code;
  const char *outcome;
  const char *remedy;
} Case;

#define IO       "g-io-error-quark"
#define TLS      "g-tls-error-quark"
#define RESOLVER "g-resolver-error-quark"
#define OURS     "McpError"
#define SOUP     "soup-session-error-quark"

static const Case network_cases[] = {
  { "no-host", { .url = URL, .step = MCP_STEP_RESOLVE }, RESOLVER, G_RESOLVER_ERROR_NOT_FOUND, NULL,
    MCP_STEP_RESOLVE, MCP_ERROR_NETWORK, "no host with the name mcp.example.com", "spelling" },
  { "resolver-down", { .url = URL, .step = MCP_STEP_RESOLVE },
    RESOLVER, G_RESOLVER_ERROR_TEMPORARY_FAILURE, NULL,
    MCP_STEP_RESOLVE, MCP_ERROR_NETWORK, "could not be looked up", "name server" },
  { "refused", { .url = URL, .step = MCP_STEP_CONNECT }, IO, G_IO_ERROR_CONNECTION_REFUSED, NULL,
    MCP_STEP_CONNECT, MCP_ERROR_NETWORK, "mcp.example.com:8000 refused", "Start the server" },
  { "refused-ipv6", { .url = "http://[::1]:9/mcp", .step = MCP_STEP_CONNECT },
    IO, G_IO_ERROR_CONNECTION_REFUSED, NULL,
    MCP_STEP_CONNECT, MCP_ERROR_NETWORK, "[::1]:9 refused", "Start the server" },
  { "no-route", { .url = URL, .step = MCP_STEP_CONNECT }, IO, G_IO_ERROR_HOST_UNREACHABLE, NULL,
    MCP_STEP_CONNECT, MCP_ERROR_NETWORK, "no route", "network" },
  { "no-network", { .url = URL, .step = MCP_STEP_CONNECT }, IO, G_IO_ERROR_NETWORK_UNREACHABLE,
    NULL, MCP_STEP_CONNECT, MCP_ERROR_NETWORK, "The network of", "VPN" },
  { "not-permitted", { .url = URL, .step = MCP_STEP_CONNECT }, IO, G_IO_ERROR_PERMISSION_DENIED,
    NULL, MCP_STEP_CONNECT, MCP_ERROR_NETWORK, "does not allow a connection", "firewall" },
  { "no-port-left", { .url = URL, .step = MCP_STEP_CONNECT }, IO, G_IO_ERROR_ADDRESS_IN_USE,
    NULL, MCP_STEP_CONNECT, MCP_ERROR_NETWORK, "No local port", "Close connections" },
  { "timeout-dns", { .url = URL, .step = MCP_STEP_RESOLVE }, IO, G_IO_ERROR_TIMED_OUT, NULL,
    MCP_STEP_RESOLVE, MCP_ERROR_TIMED_OUT, "Looking up", "name server" },
  { "timeout-connect", { .url = URL, .step = MCP_STEP_CONNECT }, IO, G_IO_ERROR_TIMED_OUT, NULL,
    MCP_STEP_CONNECT, MCP_ERROR_TIMED_OUT, "Nobody answered", "firewall" },
  { "timeout-proxy", { .url = URL, .step = MCP_STEP_CONNECT, .proxy = "127.0.0.1:3128" }, IO, G_IO_ERROR_TIMED_OUT, NULL,
    MCP_STEP_CONNECT, MCP_ERROR_TIMED_OUT, "proxy 127.0.0.1:3128 did not let", "whether the proxy" },
  { "timeout-tls", { .url = URL, .step = MCP_STEP_TLS }, OURS, MCP_ERROR_TIMED_OUT, NULL,
    MCP_STEP_TLS, MCP_ERROR_TIMED_OUT, "securing the connection was not", "http:" },
  { "timeout-tcp", { .url = "tcp:127.0.0.1:4711", .step = MCP_STEP_HANDSHAKE }, OURS, MCP_ERROR_TIMED_OUT, NULL,
    MCP_STEP_HANDSHAKE, MCP_ERROR_TIMED_OUT, "no answer came in time", "timeout" },
  { "timeout-answer", { .url = URL, .step = MCP_STEP_RESPONSE }, OURS, MCP_ERROR_TIMED_OUT, NULL,
    MCP_STEP_RESPONSE, MCP_ERROR_TIMED_OUT, "no HTTP answer came in time", "timeout" },
  { "timeout-handshake", { .url = URL, .step = MCP_STEP_HANDSHAKE, .status = 200,
                           .content_type = "text/event-stream" }, OURS, MCP_ERROR_TIMED_OUT, NULL,
    MCP_STEP_HANDSHAKE, MCP_ERROR_TIMED_OUT, "handshake was not finished", "timeout" },
  { "reset", { .url = URL, .step = MCP_STEP_RESPONSE }, IO, G_IO_ERROR_CONNECTION_CLOSED, NULL,
    MCP_STEP_RESPONSE, MCP_ERROR_NETWORK, "was reset", "crashed" },
  { "empty-answer", { .url = "http://h:1/", .step = MCP_STEP_RESPONSE },
    IO, G_IO_ERROR_PARTIAL_INPUT, NULL,
    MCP_STEP_RESPONSE, MCP_ERROR_NETWORK, "without an answer", "crashed" },
  { "no-http", { .url = "http://h:5432/", .step = MCP_STEP_RESPONSE }, SOUP, 0, NULL,
    MCP_STEP_RESPONSE, MCP_ERROR_INVALID_RESPONSE, "is not HTTP", "port" },
  { "tls-alert", { .url = "http://h:8000/mcp?a=b", .step = MCP_STEP_RESPONSE,
                   .body = "\025\003\003\0\002\002\106", .body_length = 7 }, SOUP, 0, NULL,
    MCP_STEP_TLS, MCP_ERROR_TLS, "speaks TLS here", "https://h:8000/mcp?a=b" },
  { "tls-port", { .url = "ws://h:8443/mcp", .step = MCP_STEP_RESPONSE },
    IO, G_IO_ERROR_PARTIAL_INPUT, NULL,
    MCP_STEP_TLS, MCP_ERROR_TLS, "speaks TLS here", "wss://h:8443/mcp" },
  { "ssh", { .url = "http://h:22/", .step = MCP_STEP_RESPONSE,
             .body = "SSH-2.0-OpenSSH_9.2\r\n", .body_length = 21 }, SOUP, 0, NULL,
    MCP_STEP_RESPONSE, MCP_ERROR_INVALID_RESPONSE, "SSH server", "port" },
  { "garbage", { .url = "http://h:1/", .step = MCP_STEP_RESPONSE,
                 .body = "\0\1\377noise", .body_length = 8 }, SOUP, 0, NULL,
    MCP_STEP_RESPONSE, MCP_ERROR_INVALID_RESPONSE, "does not speak HTTP", "another program" },
  { "http-0.9", { .url = "http://h:1/", .step = MCP_STEP_RESPONSE,
                  .body = "<html>", .body_length = 6 },
    OURS, MCP_ERROR_INVALID_RESPONSE, NULL,
    MCP_STEP_RESPONSE, MCP_ERROR_INVALID_RESPONSE, "HTTP/0.9", "HTTP/1.1" },
  { "bare-json", { .url = "http://h:1/", .step = MCP_STEP_RESPONSE,
                   .body = "{\"jsonrpc\": \"2.0\"", .body_length = 17 }, SOUP, 0, NULL,
    MCP_STEP_RESPONSE, MCP_ERROR_INVALID_RESPONSE, "without HTTP around", "unix:PATH" },
  { "our-own", { .url = URL, .step = MCP_STEP_HANDSHAKE }, OURS, MCP_ERROR_VERSION, "no revision",
    MCP_STEP_HANDSHAKE, MCP_ERROR_VERSION, "no revision", "Offer" },
  { "nothing-known", { .url = URL, .step = MCP_STEP_RESPONSE }, NULL, 0, NULL,
    MCP_STEP_RESPONSE, MCP_ERROR_NETWORK, "ended without an answer", "crashed" },
  { "scheme", { .url = "gopher://h/", .step = MCP_STEP_CONNECT }, NULL, 0, NULL,
    MCP_STEP_CONNECT, MCP_ERROR_CONFIG, "“gopher:”", "https:" },
  { "no-url", { .url = "mcp example", .step = MCP_STEP_CONNECT }, NULL, 0, NULL,
    MCP_STEP_CONNECT, MCP_ERROR_CONFIG, "not a URL", "https:" },
  { "socket-missing", { .url = "unix:/run/x", .step = MCP_STEP_CONNECT },
    IO, G_IO_ERROR_NOT_FOUND, NULL,
    MCP_STEP_CONNECT, MCP_ERROR_NETWORK, "no socket at this path", "Start the server" },
  { "socket-refused", { .url = "unix:/run/x", .step = MCP_STEP_CONNECT },
    IO, G_IO_ERROR_CONNECTION_REFUSED, NULL,
    MCP_STEP_CONNECT, MCP_ERROR_NETWORK, "Nobody listens", "left over" },
  { "socket-none", { .url = "unix:/run/x", .step = MCP_STEP_CONNECT },
    IO, G_IO_ERROR_NOT_REGULAR_FILE, NULL,
    MCP_STEP_CONNECT, MCP_ERROR_NETWORK, "is not a socket", "path" },
  { "socket-permission", { .url = "unix:/run/x", .step = MCP_STEP_CONNECT },
    IO, G_IO_ERROR_PERMISSION_DENIED, NULL,
    MCP_STEP_CONNECT, MCP_ERROR_NETWORK, "may not be used", "permissions" },
  { "socket-long", { .url = "unix:/run/x", .step = MCP_STEP_CONNECT },
    IO, G_IO_ERROR_FILENAME_TOO_LONG, NULL,
    MCP_STEP_CONNECT, MCP_ERROR_NETWORK, "too long", "107" },
  { "socket-broke", { .url = "unix:/run/x", .step = MCP_STEP_HANDSHAKE },
    IO, G_IO_ERROR_BROKEN_PIPE, NULL,
    MCP_STEP_CONNECT, MCP_ERROR_NETWORK, "socket broke", "ended" },
};

static const Case tls_cases[] = {
  { "plain", { .url = URL, .step = MCP_STEP_TLS }, TLS, G_TLS_ERROR_NOT_TLS, NULL,
    MCP_STEP_TLS, MCP_ERROR_TLS, "does not speak TLS", "http://mcp.example.com:8000/mcp" },
  { "plain-websocket", { .url = "wss://h:1/x", .step = MCP_STEP_TLS },
    TLS, G_TLS_ERROR_NOT_TLS, NULL,
    MCP_STEP_TLS, MCP_ERROR_TLS, "does not speak TLS", "ws://h:1/x" },
  { "client-certificate", { .url = URL, .step = MCP_STEP_TLS },
    TLS, G_TLS_ERROR_CERTIFICATE_REQUIRED, NULL,
    MCP_STEP_TLS, MCP_ERROR_TLS, "wants a certificate", "client certificate" },
  { "client-certificate-refused", { .url = URL, .step = MCP_STEP_TLS, .sent_certificate = TRUE },
    TLS, G_TLS_ERROR_CERTIFICATE_REQUIRED, NULL,
    MCP_STEP_TLS, MCP_ERROR_TLS, "does not accept the certificate", "Ask who runs" },
  { "no-certificate", { .url = URL, .step = MCP_STEP_TLS }, TLS, G_TLS_ERROR_BAD_CERTIFICATE, NULL,
    MCP_STEP_TLS, MCP_ERROR_TLS, "does not verify", "CA file" },
  { "unknown", { .url = URL, .step = MCP_STEP_TLS }, TLS, G_TLS_ERROR_MISC, NULL,
    MCP_STEP_TLS, MCP_ERROR_TLS, "no way to secure", "1.2 or 1.3" },
  { "eof", { .url = URL, .step = MCP_STEP_TLS }, TLS, G_TLS_ERROR_EOF, NULL,
    MCP_STEP_TLS, MCP_ERROR_TLS, "while it was being secured", "http:" },
  { "reset", { .url = URL, .step = MCP_STEP_TLS }, IO, G_IO_ERROR_CONNECTION_CLOSED, NULL,
    MCP_STEP_TLS, MCP_ERROR_TLS, "while it was being secured", "http:" },
  { "handshake", { .url = URL, .step = MCP_STEP_TLS }, TLS, G_TLS_ERROR_HANDSHAKE, NULL,
    MCP_STEP_TLS, MCP_ERROR_TLS, "no way to secure", "1.2 or 1.3" },
  { "ours", { .url = URL, .step = MCP_STEP_TLS }, OURS, MCP_ERROR_TLS, "pinned another",
    MCP_STEP_TLS, MCP_ERROR_TLS, "pinned another", "TLS settings" },
};

#define ANSWER(n, ...) { .url = URL, .step = MCP_STEP_RESPONSE, .status = n, __VA_ARGS__ }
#define BODY(text)     .body = text, .body_length = sizeof text - 1

static const Case status_cases[] = {
  { "301", ANSWER (301, .location = "/v2/mcp"), NULL, 0, NULL,
    MCP_STEP_RESPONSE, MCP_ERROR_HTTP, "elsewhere", "use https://mcp.example.com:8000/v2/mcp." },
  { "308-other-host", ANSWER (308, .location = "https://evil.example/mcp"), NULL, 0, NULL,
    MCP_STEP_RESPONSE, MCP_ERROR_HTTP, "at https://evil.example/mcp", "trust" },
  { "307-downgrade", ANSWER (307, .location = "http://mcp.example.com/mcp/"), NULL, 0, NULL,
    MCP_STEP_RESPONSE, MCP_ERROR_HTTP, "plain HTTP, at http://mcp.example.com/mcp/", "Use https://mcp.example.com:8000/mcp/" },
  { "302-login", ANSWER (302, .location = "/login?next=/mcp"), NULL, 0, NULL,
    MCP_STEP_AUTHORIZATION, MCP_ERROR_AUTH, "login page", "Authorization" },
  { "301-no-host", ANSWER (301, .location = "x:/.//y"), NULL, 0, NULL,
    MCP_STEP_RESPONSE, MCP_ERROR_HTTP, "not where", "Ask" },
  { "300-nowhere", ANSWER (300), NULL, 0, NULL,
    MCP_STEP_RESPONSE, MCP_ERROR_HTTP, "not where", "Ask" },
  { "400-tls", { .url = "http://h/mcp", .status = 400,
                 BODY ("<center>The plain HTTP request was sent to HTTPS port</center>") },
    NULL, 0, NULL, MCP_STEP_TLS, MCP_ERROR_TLS, "speaks TLS here", "https://h/mcp" },
  { "400-go-tls", { .url = "ws://h/mcp", .status = 400,
                    BODY ("Client sent an HTTP request to an HTTPS server.\n") },
    NULL, 0, NULL, MCP_STEP_TLS, MCP_ERROR_TLS, "speaks TLS here", "wss://h/mcp" },
  { "400-session", ANSWER (400, BODY ("{\"jsonrpc\":\"2.0\",\"error\":{\"code\":-32000,\"message\":"
                                      "\"Bad Request: No valid session ID provided\"}}")),
    NULL, 0, NULL, MCP_STEP_RESPONSE, MCP_ERROR_HTTP, "session id", "path" },
  { "400-version", ANSWER (400, BODY ("Bad Request: Unsupported protocol version")),
    NULL, 0, NULL, MCP_STEP_HANDSHAKE, MCP_ERROR_HTTP, "revision", "Offer" },
  { "400-message", ANSWER (400, BODY ("{\"detail\": \"no \\u0007 tenant\"}")),
    NULL, 0, NULL, MCP_STEP_RESPONSE, MCP_ERROR_HTTP, "tenant", "Correct" },
  { "400-words", ANSWER (400, .content_type = "text/plain", BODY ("stream is not readable\n")), NULL, 0, NULL,
    MCP_STEP_RESPONSE, MCP_ERROR_HTTP, "does not like the request: stream is not readable", "Correct" },
  { "400-host", ANSWER (400, BODY ("Invalid host header")), NULL, 0, NULL,
    MCP_STEP_RESPONSE, MCP_ERROR_HTTP, "the host name of the address, “mcp.example.com:8000”", "localhost" },
  { "400-host-django", ANSWER (400, BODY ("<!DOCTYPE html><title>DisallowedHost</title>Invalid HTTP_HOST header: 'x'.")), NULL, 0,
    NULL, MCP_STEP_RESPONSE, MCP_ERROR_HTTP, "host name", "hosts that it allows" },
  { "400-mute", ANSWER (400), NULL, 0, NULL,
    MCP_STEP_RESPONSE, MCP_ERROR_HTTP, "does not say why", "path" },
  { "400-modern", ANSWER (400, BODY ("{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{\"code\":-32022,"
                                     "\"message\":\"x\"}}")),
    NULL, 0, NULL, MCP_STEP_HANDSHAKE, MCP_ERROR_VERSION, "stateless", "2025-11-25" },
  { "400-revisions", ANSWER (400, .asked = "2025-11-25", BODY ("{\"error\":\"Unsupported protocol version 2025-11-25, "
                                                              "expected 2024-11-05 or 2025-03-26\"}")), NULL, 0, NULL,
    MCP_STEP_HANDSHAKE, MCP_ERROR_VERSION, "names 2024-11-05, 2025-03-26", "--protocol 2025-03-26" },
  { "401-key", ANSWER (401, BODY ("{\"message\":\"Missing x-api-key header\"}")), NULL, 0, NULL,
    MCP_STEP_AUTHORIZATION, MCP_ERROR_AUTH, "key in the header “x-api-key”", "x-api-key: …" },
  { "401-key-azure", ANSWER (401, .challenge = "AzureApiManagementKey realm=\"x\",name=\"Ocp-Apim-Subscription-Key\"",
                             BODY ("{\"statusCode\":401,\"message\":\"Access denied due to missing subscription key.\"}")),
    NULL, 0, NULL,
    MCP_STEP_AUTHORIZATION, MCP_ERROR_AUTH, "header “Ocp-Apim-Subscription-Key”", "Set the header" },
  { "401-key-and-oauth", ANSWER (401, .challenge = "Bearer resource_metadata=\"https://h/x\"", BODY ("no x-api-key")), NULL, 0,
    NULL, MCP_STEP_AUTHORIZATION, MCP_ERROR_AUTH, "who is asking", "Sign in" },
  { "401-no-key-named", ANSWER (401, BODY ("{\"message\":\"No API key found, invalid_apikey\"}")), NULL, 0, NULL,
    MCP_STEP_AUTHORIZATION, MCP_ERROR_AUTH, "no WWW-Authenticate", "token or key" },
  { "403-key", ANSWER (403, BODY ("{\"error\":\"X-Auth-Token required\"}")), NULL, 0, NULL,
    MCP_STEP_AUTHORIZATION, MCP_ERROR_AUTH, "header “X-Auth-Token”", "Set the header" },
  { "403-cloudflare", ANSWER (403, .content_type = "text/html", .guard = "cf-mitigated: challenge",
                              BODY ("<!DOCTYPE html><html><head><title>Just a moment...</title></head>")), NULL, 0, NULL,
    MCP_STEP_RESPONSE, MCP_ERROR_HTTP, "for browsers stands in front of the server: “Just a moment...”", "no program" },
  { "429-vercel", ANSWER (429, .content_type = "text/html",
                          BODY ("<!DOCTYPE html><html><title>Vercel Security Checkpoint</title>")), NULL, 0, NULL,
    MCP_STEP_RESPONSE, MCP_ERROR_HTTP, "“Vercel Security Checkpoint”", "no program" },
  { "202-aws-waf", ANSWER (202, .guard = "x-amzn-waf-action: challenge"), NULL, 0, NULL,
    MCP_STEP_RESPONSE, MCP_ERROR_HTTP, "“x-amzn-waf-action: challenge”", "no program" },
  { "403-akamai", ANSWER (403, .content_type = "text/html",
                          BODY ("<HTML><HEAD>\n<TITLE>Access Denied</TITLE>\n</HEAD><BODY>https://errors.edgesuite.net/18.1")),
    NULL, 0, NULL, MCP_STEP_RESPONSE, MCP_ERROR_HTTP, "“Access Denied”", "no program" },
  { "403-page", ANSWER (403, .content_type = "text/html",
                        BODY ("<html><script crossorigin src=x></script><title>403 &#8211; Forbidden</title>")), NULL, 0, NULL,
    MCP_STEP_RESPONSE, MCP_ERROR_HTTP, "refuses with a web page: “403 – Forbidden”", "firewall" },
  { "404-endpoint", ANSWER (404, .is_sse = TRUE, .endpoint = "/messages/?session_id=1"), NULL, 0, NULL,
    MCP_STEP_HANDSHAKE, MCP_ERROR_HTTP, "“/messages/?session_id=1”, answers 404", "proxy" },
  { "404-endpoint-encoded", ANSWER (404, .is_sse = TRUE, .endpoint = "%2Fmessages%2F%3Fsession_id%3D1"), NULL, 0, NULL,
    MCP_STEP_HANDSHAKE, MCP_ERROR_HTTP, "“%2Fmessages%2F%3Fsession_id%3D1”", "as it is, “/messages/?session_id=1”" },
  { "404-endpoint-whole", ANSWER (404, .is_sse = TRUE, .endpoint = "http%3A//127.0.0.1%3A8000/messages/?session_id=1"), NULL, 0,
    NULL, MCP_STEP_HANDSHAKE, MCP_ERROR_HTTP, "“http%3A//", "as it is, “http://127.0.0.1:8000/messages/?session_id=1”" },
  { "401", ANSWER (401, .challenge = "Bearer realm=x"), NULL, 0, NULL,
    MCP_STEP_AUTHORIZATION, MCP_ERROR_AUTH, "who is asking", "Bearer TOKEN" },
  { "401-kind", ANSWER (401, .challenge = "Key realm=\"kong\"", BODY ("{\"message\":\"No API key found in request\"}")), NULL, 0,
    NULL, MCP_STEP_AUTHORIZATION, MCP_ERROR_AUTH, "of the kind “Key”", "which header" },
  { "401-basic", ANSWER (401, .challenge = "Basic realm=x"), NULL, 0, NULL,
    MCP_STEP_AUTHORIZATION, MCP_ERROR_AUTH, "name and password (Basic)", "Basic" },
  { "401-basic-sent", ANSWER (401, .challenge = "Basic realm=x", .sent_auth = TRUE), NULL, 0, NULL,
    MCP_STEP_AUTHORIZATION, MCP_ERROR_AUTH, "does not accept this name", "Basic" },
  { "401-mute", ANSWER (401), NULL, 0, NULL,
    MCP_STEP_AUTHORIZATION, MCP_ERROR_AUTH, "no WWW-Authenticate", "token or key" },
  { "401-sent", ANSWER (401, .challenge = "Bearer error=\"invalid_token\"", .sent_auth = TRUE),
    NULL, 0, NULL, MCP_STEP_AUTHORIZATION, MCP_ERROR_AUTH, "not accept the token", "new token" },
  { "401-expired", ANSWER (401, .challenge = "Bearer error_description=\"token Expired\"",
                           .sent_auth = TRUE),
    NULL, 0, NULL, MCP_STEP_AUTHORIZATION, MCP_ERROR_AUTH, "has expired", "new token" },
  { "403-origin", ANSWER (403, BODY ("Invalid Origin header")), NULL, 0, NULL,
    MCP_STEP_RESPONSE, MCP_ERROR_HTTP, "Origin", "origin" },
  { "403-host", ANSWER (403, BODY ("Invalid Host: h")), NULL, 0, NULL,
    MCP_STEP_RESPONSE, MCP_ERROR_HTTP, "host name", "localhost" },
  { "403-host-playwright", ANSWER (403, BODY ("Access is only allowed at localhost:8931")), NULL, 0,
    NULL, MCP_STEP_RESPONSE, MCP_ERROR_HTTP, "host name", "localhost" },
  { "403-host-vite", ANSWER (403, BODY ("Blocked request. This host (\"x.ngrok-free.app\") is not allowed.\n")), NULL, 0,
    NULL, MCP_STEP_RESPONSE, MCP_ERROR_HTTP, "host name", "localhost" },
  { "403-host-rails", ANSWER (403, BODY ("<!DOCTYPE html><title>Exception caught</title><h1>Blocked hosts: h:3000</h1>")), NULL, 0,
    NULL, MCP_STEP_RESPONSE, MCP_ERROR_HTTP, "host name", "localhost" },
  { "404-ngrok", ANSWER (404, BODY ("<!DOCTYPE html><html><body>The endpoint x.ngrok-free.app is offline. ERR_NGROK_3200")), NULL, 0,
    NULL, MCP_STEP_RESPONSE, MCP_ERROR_HTTP, "says that there is none", "tunnel" },
  { "530-cloudflare", ANSWER (530, .server = "cloudflare", BODY ("error code: 1033")), NULL, 0,
    NULL, MCP_STEP_RESPONSE, MCP_ERROR_HTTP, "none: “error code: 1033”", "tunnel" },
  { "404-heroku", ANSWER (404, BODY ("<!DOCTYPE html><html><head><title>No such app</title></head>")), NULL, 0,
    NULL, MCP_STEP_RESPONSE, MCP_ERROR_HTTP, "none: “No such app”", "address that they have now" },
  { "402", ANSWER (402, BODY ("{\"error\":\"payment_required\"}")), NULL, 0, NULL,
    MCP_STEP_RESPONSE, MCP_ERROR_HTTP, "payment", "says" },
  { "403-scope", ANSWER (403, .challenge = "Bearer error=\"insufficient_scope\"",
                         .sent_auth = TRUE), NULL, 0, NULL,
    MCP_STEP_AUTHORIZATION, MCP_ERROR_AUTH, "far enough", "scope" },
  { "403-sent", ANSWER (403, .sent_auth = TRUE), NULL, 0, NULL,
    MCP_STEP_AUTHORIZATION, MCP_ERROR_AUTH, "knows the token", "token" },
  { "403", ANSWER (403), NULL, 0, NULL,
    MCP_STEP_AUTHORIZATION, MCP_ERROR_AUTH, "does not allow this", "Authorization" },
  { "404", { .url = "https://me:pw@h/api?x=1", .status = 404 }, NULL, 0, NULL,
    MCP_STEP_RESPONSE, MCP_ERROR_HTTP, "at the path /api", "https://h/mcp." },
  { "404-mcp", ANSWER (404), NULL, 0, NULL,
    MCP_STEP_RESPONSE, MCP_ERROR_HTTP, "at the path /mcp", "8000/sse." },
  { "404-both", { .url = "https://h", .status = 404, .is_sse = TRUE }, NULL, 0, NULL,
    MCP_STEP_RESPONSE, MCP_ERROR_HTTP, "path /, neither", "https://h/mcp" },
  { "405-get", ANSWER (405, .allow = "GET, HEAD"), NULL, 0, NULL,
    MCP_STEP_RESPONSE, MCP_ERROR_HTTP, "only takes GET", "HTTP+SSE" },
  { "405", ANSWER (405), NULL, 0, NULL,
    MCP_STEP_RESPONSE, MCP_ERROR_HTTP, "does not take a POST", "/mcp" },
  { "405-both", ANSWER (405, .is_sse = TRUE), NULL, 0, NULL,
    MCP_STEP_RESPONSE, MCP_ERROR_HTTP, "neither the POST", "path" },
  { "406", ANSWER (406), NULL, 0, NULL, MCP_STEP_RESPONSE, MCP_ERROR_HTTP, "JSON or", "Accept" },
  { "407", ANSWER (407, .proxy_challenge = "Basic realm=squid"), NULL, 0, NULL,
    MCP_STEP_CONNECT, MCP_ERROR_NETWORK, "proxy wants", "NAME:PASSWORD@" },
  { "408", ANSWER (408), NULL, 0, NULL, MCP_STEP_RESPONSE, MCP_ERROR_HTTP, "gave up", "again" },
  { "410", ANSWER (410), NULL, 0, NULL, MCP_STEP_RESPONSE, MCP_ERROR_HTTP, "gone", "new address" },
  { "413", ANSWER (413), NULL, 0, NULL, MCP_STEP_RESPONSE, MCP_ERROR_HTTP, "too large", "limit" },
  { "415", ANSWER (415), NULL, 0, NULL, MCP_STEP_RESPONSE, MCP_ERROR_HTTP, "JSON here", "path" },
  { "421", ANSWER (421), NULL, 0, NULL,
    MCP_STEP_RESPONSE, MCP_ERROR_HTTP, "does not answer to the host name", "hosts" },
  { "426", ANSWER (426), NULL, 0, NULL,
    MCP_STEP_RESPONSE, MCP_ERROR_HTTP, "another protocol", "wss:" },
  { "429", ANSWER (429, .retry_after = "17"), NULL, 0, NULL,
    MCP_STEP_RESPONSE, MCP_ERROR_HTTP, "too many", "Wait 17 seconds" },
  { "429-date", ANSWER (429, .retry_after = "Fri, 31 Dec 1999 23:59:59 GMT"), NULL, 0, NULL,
    MCP_STEP_RESPONSE, MCP_ERROR_HTTP, "too many", "after Fri, 31 Dec" },
  { "429-mute", ANSWER (429), NULL, 0, NULL,
    MCP_STEP_RESPONSE, MCP_ERROR_HTTP, "too many", "a while" },
  { "431", ANSWER (431), NULL, 0, NULL,
    MCP_STEP_RESPONSE, MCP_ERROR_HTTP, "headers are too large", "Shorten" },
  { "418", ANSWER (418), NULL, 0, NULL,
    MCP_STEP_RESPONSE, MCP_ERROR_HTTP, "HTTP status 418", "path" },
  { "500", ANSWER (500), NULL, 0, NULL, MCP_STEP_RESPONSE, MCP_ERROR_HTTP, "failed while", "wrote" },
  { "501", ANSWER (501), NULL, 0, NULL, MCP_STEP_RESPONSE, MCP_ERROR_HTTP, "POST", "files" },
  { "502", ANSWER (502, .server = "nginx/1.22"), NULL, 0, NULL,
    MCP_STEP_RESPONSE, MCP_ERROR_HTTP, "got no proper answer", "behind the proxy" },
  { "503", ANSWER (503, .retry_after = "5"), NULL, 0, NULL,
    MCP_STEP_RESPONSE, MCP_ERROR_HTTP, "not available", "5 seconds" },
  { "503-proxy", ANSWER (503, .via = "1.1 squid"), NULL, 0, NULL,
    MCP_STEP_RESPONSE, MCP_ERROR_HTTP, "finds none", "behind the proxy" },
  { "504", ANSWER (504), NULL, 0, NULL,
    MCP_STEP_RESPONSE, MCP_ERROR_HTTP, "waited too long", "behind the proxy" },
  { "511", ANSWER (511), NULL, 0, NULL,
    MCP_STEP_RESPONSE, MCP_ERROR_HTTP, "log in first", "browser" },
  { "599", ANSWER (599), NULL, 0, NULL,
    MCP_STEP_RESPONSE, MCP_ERROR_HTTP, "HTTP status 599", "wrote" },
  { "websocket-404", { .url = "wss://h/x", .status = 404 }, NULL, 0, NULL,
    MCP_STEP_RESPONSE, MCP_ERROR_HTTP, "no WebSocket", "https://h/x" },
  { "websocket-406", { .url = "ws://h/x", .status = 406 }, NULL, 0, NULL,
    MCP_STEP_RESPONSE, MCP_ERROR_HTTP, "no WebSocket", "http://h/x" },
  { "websocket-200", { .url = "ws://h/x", .status = 200, BODY ("<html>") }, NULL, 0, NULL,
    MCP_STEP_RESPONSE, MCP_ERROR_HTTP, "no WebSocket", "http://h/x" },
  { "websocket-101", { .url = "ws://h/x", .status = 101 }, NULL, 0, NULL,
    MCP_STEP_RESPONSE, MCP_ERROR_INVALID_RESPONSE, "not in the way", "header" },
  { "websocket-ended", { .url = "ws://h/x", .status = 101, .step = MCP_STEP_HANDSHAKE }, OURS,
    MCP_ERROR_DIED, "h closed the connection (1000)",
    MCP_STEP_HANDSHAKE, MCP_ERROR_DIED, "closed the connection", "running" },
  { "websocket-401", { .url = "ws://h/x", .status = 401 }, NULL, 0, NULL,
    MCP_STEP_AUTHORIZATION, MCP_ERROR_AUTH, "authorization", "token or key" },
};

static const Case body_cases[] = {
  { "web-page", ANSWER (200, .content_type = "text/html; charset=utf-8",
                        BODY ("<!DOCTYPE html><p>Hello")), NULL, 0, NULL,
    MCP_STEP_CONTENT_TYPE, MCP_ERROR_INVALID_RESPONSE, "a web page", "8000/sse" },
  { "page-in-disguise", ANSWER (200, .content_type = "application/json",
                                BODY ("\357\273\277\n <HTML>")), NULL, 0, NULL,
    MCP_STEP_CONTENT_TYPE, MCP_ERROR_INVALID_RESPONSE, "a web page", "path" },
  { "login-page", ANSWER (200, .content_type = "text/html",
                          BODY ("<html><input type=\"password\">")), NULL, 0, NULL,
    MCP_STEP_AUTHORIZATION, MCP_ERROR_AUTH, "login page", "Authorization" },
  { "dev-server", ANSWER (200, .content_type = "text/html",
                          BODY ("<html><script src=\"/@vite/client\">")), NULL, 0, NULL,
    MCP_STEP_CONTENT_TYPE, MCP_ERROR_INVALID_RESPONSE, "web application", "port" },
  { "proxy-page", ANSWER (200, .content_type = "text/html", .via = "1.1 squid",
                          BODY ("<html>Proxy error")), NULL, 0, NULL,
    MCP_STEP_CONTENT_TYPE, MCP_ERROR_INVALID_RESPONSE, "A proxy answered", "no_proxy" },
  { "old-transport", ANSWER (200, .content_type = "text/event-stream",
                             BODY ("event: endpoint\ndata: /messages\n\n")), NULL, 0, NULL,
    MCP_STEP_HANDSHAKE, MCP_ERROR_INVALID_RESPONSE, "older transport", "HTTP+SSE" },
  { "no-endpoint", ANSWER (200, .content_type = "text/event-stream", .is_sse = TRUE,
                           BODY ("data: 1\n\n")), NULL, 0, NULL,
    MCP_STEP_HANDSHAKE, MCP_ERROR_INVALID_RESPONSE, "“endpoint”", "Streamable HTTP" },
  { "stream-ended", ANSWER (200, .content_type = "Text/Event-Stream"), NULL, 0, NULL,
    MCP_STEP_HANDSHAKE, MCP_ERROR_INVALID_RESPONSE, "ended without the answer", "proxy" },
  { "endpoint-origin", ANSWER (200, .content_type = "text/event-stream", .is_sse = TRUE,
                               .endpoint = "http://internal:8000/messages"), OURS, MCP_ERROR_INVALID_RESPONSE,
    "The server wants messages to go to http://internal:8000",
    MCP_STEP_HANDSHAKE, MCP_ERROR_INVALID_RESPONSE, "to go to http://internal:8000", "X-Forwarded-Host" },
  { "events-labelled-json", ANSWER (200, .content_type = "application/json", BODY ("event: message\ndata: {}\n\n")), NULL, 0,
    NULL, MCP_STEP_CONTENT_TYPE, MCP_ERROR_INVALID_RESPONSE, "“application/json”, and it is an event stream",
    "Content-Type: text/event-stream" },
  { "events-unlabelled", ANSWER (200, BODY ("event: message\ndata: {}\n\n")), NULL, 0,
    NULL, MCP_STEP_CONTENT_TYPE, MCP_ERROR_INVALID_RESPONSE, "no Content-Type, and it is an event stream",
    "Content-Type: text/event-stream" },
  { "events-labelled-text", ANSWER (200, .content_type = "text/plain", BODY ("data: {}\n\n")), NULL, 0,
    NULL, MCP_STEP_CONTENT_TYPE, MCP_ERROR_INVALID_RESPONSE, "“text/plain”, and it is an event stream",
    "Content-Type: text/event-stream" },
  { "json-labelled-events", ANSWER (200, .content_type = "text/event-stream; charset=utf-8", BODY ("{\"jsonrpc\":\"2.0\"}")),
    NULL, 0, NULL, MCP_STEP_CONTENT_TYPE, MCP_ERROR_INVALID_RESPONSE, "“text/event-stream”, and it is JSON",
    "Content-Type: application/json" },
  { "encoding", ANSWER (200, .content_type = "application/json", .encoding = "zstd", BODY ("(\265/\375\004")), NULL, 0, NULL,
    MCP_STEP_CONTENT_TYPE, MCP_ERROR_INVALID_RESPONSE, "compressed as “zstd”", "Accept-Encoding" },
  { "empty", ANSWER (200, .content_type = "application/json"), NULL, 0, NULL,
    MCP_STEP_HANDSHAKE, MCP_ERROR_INVALID_RESPONSE, "nothing at all", "failed" },
  { "accepted", ANSWER (202), NULL, 0, NULL,
    MCP_STEP_HANDSHAKE, MCP_ERROR_INVALID_RESPONSE, "for a notification", "HTTP+SSE" },
  { "broken-json", ANSWER (200, .content_type = "application/json", BODY ("{\"a\": ")),
    NULL, 0, NULL,
    MCP_STEP_HANDSHAKE, MCP_ERROR_INVALID_RESPONSE, "it is broken", "prints into" },
  { "other-json", ANSWER (200, .content_type = "application/json", BODY ("{\"status\": \"ok\"}")),
    NULL, 0, NULL,
    MCP_STEP_HANDSHAKE, MCP_ERROR_INVALID_RESPONSE, "no JSON-RPC", "path" },
  { "rpc-error", ANSWER (200, .content_type = "application/json",
                         BODY ("{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{\"code\":-32603,"
                               "\"message\":\"no database\"}}")), NULL, 0, NULL,
    MCP_STEP_HANDSHAKE, MCP_ERROR_INVALID_RESPONSE, "handshake: no database", "Correct" },
  { "not-asked", ANSWER (200, .content_type = "application/json",
                         BODY ("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}")), NULL, 0, NULL,
    MCP_STEP_HANDSHAKE, MCP_ERROR_INVALID_RESPONSE, "not asked", "exchange" },
  { "other-type", ANSWER (200, .content_type = "text/plain", BODY ("ok")), NULL, 0, NULL,
    MCP_STEP_CONTENT_TYPE, MCP_ERROR_INVALID_RESPONSE, "answered with text/plain", "path" },
  { "no-type", ANSWER (200, BODY ("ok")), NULL, 0, NULL,
    MCP_STEP_CONTENT_TYPE, MCP_ERROR_INVALID_RESPONSE, "no Content-Type", "path" },
  { "broken-off", ANSWER (200, .content_type = "application/json", BODY ("{")),
    IO, G_IO_ERROR_CONNECTION_CLOSED, NULL,
    MCP_STEP_RESPONSE, MCP_ERROR_NETWORK, "was reset", "crashed" },
};

static void
diagnose (const Case   *row,
          McpDiagnosis *diagnosis)
{
  g_autoptr (GError) error = NULL;
  McpSymptoms seen = row->seen;

  if (row->domain != NULL)
    error = g_error_new_literal (g_quark_from_string (row->domain), row->error,
                                 row->message != NULL ? row->message : "what the library says");
  seen.error = error;
  mcp_doctor_diagnose (&seen, diagnosis);
}

static void
test_doctor_case (gconstpointer data)
{
  const Case *row = data;
  g_auto (McpDiagnosis) found = { 0, };

  diagnose (row, &found);

  g_test_message ("%s | %s | %s", found.outcome, found.evidence, found.remedy);
  g_assert_cmpint (found.step, ==, row->step);
  g_assert_cmpint (found.code, ==, row->code);
  g_assert_nonnull (strstr (found.outcome, row->outcome));
  g_assert_nonnull (strstr (found.remedy, row->remedy));
  g_assert_false (g_str_has_suffix (found.outcome, "."));
  g_assert_true (g_str_has_suffix (found.remedy, "."));
  g_assert_true (found.evidence == NULL || g_utf8_validate (found.evidence, -1, NULL));
}

/* What a transport makes of an error keeps what is behind it: in whatever words, it comes to the same. */
static void
test_doctor_cause (gconstpointer data)
{
  const Case *row = data;
  g_auto (McpDiagnosis) bare = { 0, };
  g_auto (McpDiagnosis) found = { 0, };
  g_autoptr (GError) cause = g_error_new_literal (g_quark_from_string (row->domain), row->error, "Verbindung abgelehnt");
  g_autoptr (GError) error = g_error_new_literal (
    MCP_ERROR, g_str_equal (row->domain, TLS) ? MCP_ERROR_TLS : MCP_ERROR_NETWORK, "서버에 연결할 수 없습니다");
  McpSymptoms seen = row->seen;

  diagnose (row, &bare);
  mcp_error_set_cause (error, cause);
  seen.error = error;
  mcp_doctor_diagnose (&seen, &found);

  g_assert_cmpint (found.step, ==, bare.step);
  g_assert_cmpint (found.code, ==, bare.code);
  g_assert_cmpint (found.action, ==, bare.action);
  g_assert_cmpstr (found.target, ==, bare.target);
  g_assert_cmpstr (found.remedy, ==, bare.remedy);
  /* That of sockets has said it already, with the path. */
  g_assert_cmpstr (found.outcome, ==, g_str_has_prefix (seen.url, "unix:") ? error->message : bare.outcome);
}

/* --- Proxies --- */

typedef struct
{
  const char     *name;
  McpProxyReport  report;
  McpStep         step;
  int             code;
  const char     *outcome;
  const char     *evidence;  /* (nullable) */
  const char     *remedy;
} ProxyCase;

#define PROXY(...) { .peer = (char *) "proxy:3128", .target = (char *) "h.example", __VA_ARGS__ }

static const ProxyCase proxy_cases[] = {
  { "unknown-name", PROXY (.trouble = MCP_PROXY_UNKNOWN_NAME), MCP_STEP_RESOLVE, MCP_ERROR_NETWORK,
    "name of the proxy, proxy:3128", "behind", "proxy settings" },
  { "unreachable", PROXY (.trouble = MCP_PROXY_UNREACHABLE), MCP_STEP_CONNECT, MCP_ERROR_NETWORK,
    "The proxy proxy:3128 cannot be reached", "behind", "no_proxy" },
  { "unsecured", PROXY (.trouble = MCP_PROXY_UNSECURED), MCP_STEP_CONNECT, MCP_ERROR_TLS,
    "proxy proxy:3128 could not be secured", "behind", "http:" },
  { "wants-login", PROXY (.trouble = MCP_PROXY_WANTS_LOGIN, .status = 407, .reason = (char *) "No",
                          .challenge = (char *) "Basic realm=\"Gate\""), MCP_STEP_CONNECT, MCP_ERROR_NETWORK,
    "wants a name and a password", "407 No, Proxy-Authenticate: Basic realm=\"Gate\"", "NAME:PASSWORD@" },
  { "wants-ntlm", PROXY (.trouble = MCP_PROXY_WANTS_LOGIN, .status = 407, .challenge = (char *) "Negotiate, NTLM"),
    MCP_STEP_CONNECT, MCP_ERROR_NETWORK, "wants a name", "Negotiate, NTLM", "cntlm" },
  { "refused-login", PROXY (.trouble = MCP_PROXY_REFUSED_LOGIN, .status = 407), MCP_STEP_CONNECT, MCP_ERROR_NETWORK,
    "does not accept the name and password", "407", "Correct" },
  { "forbids", PROXY (.trouble = MCP_PROXY_FORBIDS, .status = 403), MCP_STEP_CONNECT, MCP_ERROR_NETWORK,
    "does not allow a connection to h.example", "403", "Ask who runs the proxy" },
  { "cannot-reach", PROXY (.trouble = MCP_PROXY_CANNOT_REACH, .status = 502), MCP_STEP_CONNECT, MCP_ERROR_NETWORK,
    "could not reach h.example", "502", "address of the server" },
  { "redirects", PROXY (.trouble = MCP_PROXY_REDIRECTS, .status = 302, .location = (char *) "http://login/"),
    MCP_STEP_CONNECT, MCP_ERROR_NETWORK, "open a page", "Location: http://login/", "log in to the network" },
  { "answered", PROXY (.trouble = MCP_PROXY_ANSWERED, .status = 405), MCP_STEP_CONNECT, MCP_ERROR_NETWORK,
    "let a connection to h.example through", "405", "Ask who runs" },
  { "broke-off", PROXY (.trouble = MCP_PROXY_BROKE_OFF), MCP_STEP_CONNECT, MCP_ERROR_NETWORK,
    "closed the connection", "behind", "socks5:" },
  { "no-proxy", PROXY (.trouble = MCP_PROXY_NO_PROXY), MCP_STEP_CONNECT, MCP_ERROR_NETWORK,
    "does not work as a proxy", "behind", "port of the proxy" },
};

static void
diagnose_proxy (const ProxyCase *row,
                McpDiagnosis    *diagnosis)
{
  g_autoptr (GError) cause = g_error_new_literal (G_IO_ERROR, G_IO_ERROR_FAILED, "what is behind it");
  g_autoptr (GError) error = mcp_proxy_new_error (&row->report, cause);
  const McpSymptoms seen = { .url = URL, .step = MCP_STEP_CONNECT, .error = error };

  mcp_doctor_diagnose (&seen, diagnosis);
}

static void
test_doctor_proxy (gconstpointer data)
{
  const ProxyCase *row = data;
  g_auto (McpDiagnosis) found = { 0, };

  diagnose_proxy (row, &found);
  g_assert_cmpint (found.step, ==, row->step);
  g_assert_cmpint (found.code, ==, row->code);
  g_assert_nonnull (strstr (found.outcome, row->outcome));
  g_assert_nonnull (strstr (found.evidence, row->evidence));
  g_assert_nonnull (strstr (found.remedy, row->remedy));
}

/* --- Languages --- */

extern int _nl_msg_cat_cntr;   /* of gettext, which is to look again (its manual, *Being a gettext grok*) */

static void
speak (const char *language)
{
  g_setenv ("LANGUAGE", language, TRUE);
  _nl_msg_cat_cntr++;
}

/* It comes to the same thing in each of them, said in it. */
static void
compare_languages (void (*make) (gconstpointer, McpDiagnosis *),
                   gconstpointer   row)
{
  static const char * const languages[] = { "de", "ja", "ko" };
  g_auto (McpDiagnosis) english = { 0, };

  speak ("en");
  make (row, &english);
  for (guint i = 0; i < G_N_ELEMENTS (languages); i++)
    {
      g_auto (McpDiagnosis) found = { 0, };
      const char *remedy;

      speak (languages[i]);
      make (row, &found);
      remedy = g_dgettext (GETTEXT_PACKAGE, english.remedy);
      g_test_message ("%s: %s | %s", languages[i], found.outcome, found.remedy);
      g_assert_cmpint (found.step, ==, english.step);
      g_assert_cmpint (found.code, ==, english.code);
      g_assert_cmpint (found.action, ==, english.action);
      g_assert_cmpstr (found.target, ==, english.target);
      g_assert_cmpint (found.is_passing, ==, english.is_passing);
      g_assert_cmpstr (found.remedy, !=, english.remedy);
      if (remedy != english.remedy)
        g_assert_cmpstr (found.remedy, ==, remedy);
    }
  speak ("en");
}

static void
test_doctor_languages (void)
{
  const struct
  {
    const Case *rows;
    gsize       n_rows;
  } tables[] = {
    { network_cases, G_N_ELEMENTS (network_cases) },
    { tls_cases, G_N_ELEMENTS (tls_cases) },
    { status_cases, G_N_ELEMENTS (status_cases) },
    { body_cases, G_N_ELEMENTS (body_cases) },
  };

  for (guint i = 0; i < G_N_ELEMENTS (tables); i++)
    for (gsize j = 0; j < tables[i].n_rows; j++)
      compare_languages ((void (*) (gconstpointer, McpDiagnosis *)) diagnose, &tables[i].rows[j]);
  for (guint i = 0; i < G_N_ELEMENTS (proxy_cases); i++)
    compare_languages ((void (*) (gconstpointer, McpDiagnosis *)) diagnose_proxy, &proxy_cases[i]);
}

static void
add_outcomes (GHashTable *seen,
              const Case *rows,
              gsize       n_rows)
{
  for (gsize i = 0; i < n_rows; i++)
    {
      McpDiagnosis found;

      diagnose (&rows[i], &found);
      g_hash_table_add (seen, g_steal_pointer (&found.outcome));
      mcp_diagnosis_clear (&found);
    }
}

/* Few failures share their words: the table has that many rows for the same thing seen twice. */
static void
test_doctor_own_words (void)
{
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  gsize n_rows = G_N_ELEMENTS (network_cases) + G_N_ELEMENTS (tls_cases) +
                 G_N_ELEMENTS (status_cases) + G_N_ELEMENTS (body_cases);

  add_outcomes (seen, network_cases, G_N_ELEMENTS (network_cases));
  add_outcomes (seen, tls_cases, G_N_ELEMENTS (tls_cases));
  add_outcomes (seen, status_cases, G_N_ELEMENTS (status_cases));
  add_outcomes (seen, body_cases, G_N_ELEMENTS (body_cases));

  g_assert_cmpuint (g_hash_table_size (seen), >=, n_rows - 23);
}

typedef struct
{
  GTlsCertificateFlags  problems;
  const char           *pem;
  const char           *outcome;
  const char           *remedy;
} CertificateCase;

static const CertificateCase certificate_cases[] = {
  { G_TLS_CERTIFICATE_UNKNOWN_CA, self_signed_pem, "signed by itself", "fingerprint" },
  { G_TLS_CERTIFICATE_UNKNOWN_CA, issued_pem, "House CA", "CA file" },
  { G_TLS_CERTIFICATE_BAD_IDENTITY, self_signed_pem, "not for wrong.example", "accept" },
  { G_TLS_CERTIFICATE_EXPIRED | G_TLS_CERTIFICATE_UNKNOWN_CA, issued_pem, "expired", "Renew" },
  { G_TLS_CERTIFICATE_NOT_ACTIVATED, issued_pem, "not valid yet", "clock" },
  { G_TLS_CERTIFICATE_REVOKED | G_TLS_CERTIFICATE_EXPIRED, issued_pem, "revoked", "secret" },
  { G_TLS_CERTIFICATE_INSECURE, issued_pem, "no longer safe", "new certificate" },
  { G_TLS_CERTIFICATE_GENERIC_ERROR, issued_pem, "does not verify", "fingerprint" },
};

static void
test_doctor_certificate (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (certificate_cases); i++)
    {
      const CertificateCase *row = &certificate_cases[i];
      g_autoptr (GError) error = NULL;
      g_autoptr (GTlsCertificate) tls = g_tls_certificate_new_from_pem (row->pem, -1, &error);
      g_autoptr (McpCertificate) certificate = NULL;
      g_auto (McpDiagnosis) found = { 0, };
      McpSymptoms seen = { .url = URL, .step = MCP_STEP_TLS };

      g_assert_no_error (error);
      certificate = mcp_certificate_new (tls, row->problems, "wrong.example");
      error = g_error_new_literal (G_TLS_ERROR, G_TLS_ERROR_BAD_CERTIFICATE, "Unacceptable");
      seen.error = error;
      seen.certificate = certificate;
      mcp_doctor_diagnose (&seen, &found);

      g_assert_cmpint (found.step, ==, MCP_STEP_TLS);
      g_assert_cmpint (found.code, ==, MCP_ERROR_TLS);
      g_assert_nonnull (strstr (found.outcome, row->outcome));
      g_assert_nonnull (strstr (found.remedy, row->remedy));
      g_assert_nonnull (strstr (found.evidence, "SHA256:"));
      g_assert_nonnull (strstr (found.evidence, "issuer"));
    }
}

/* What a button can do about it: another path, or no more than trying again. */
static void
test_doctor_cures (void)
{
  const struct
  {
    McpSymptoms seen;
    const char *path;
    gboolean is_passing;
  } rows[] = {
    { { .url = "https://me:pw@h/api?x=1", .status = 404 }, "/mcp", FALSE },
    { { .url = "https://h/mcp", .status = 404 }, "/sse", FALSE },
    { { .url = "https://h/", .status = 405 }, "/mcp", FALSE },
    { { .url = "https://h/mcp", .status = 405 }, NULL, FALSE },
    { { .url = "https://h/mcp", .status = 401 }, NULL, FALSE },
    { { .url = "https://h/mcp", .status = 429 }, NULL, TRUE },
    { { .url = "https://h/mcp", .status = 500 }, NULL, TRUE },
    { { .url = "https://h/mcp", .status = 501 }, NULL, FALSE },
    { { .url = "https://h/mcp", .status = 503 }, NULL, TRUE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_auto (McpDiagnosis) found = { 0, };

      mcp_doctor_diagnose (&rows[i].seen, &found);
      g_assert_cmpstr (found.target, ==, rows[i].path);
      g_assert_cmpint (found.is_passing, ==, rows[i].is_passing);
    }
}

/* What a button does, where the server has said what it wants. */
static void
test_doctor_actions (void)
{
  const struct
  {
    McpSymptoms      seen;
    McpRemedyAction  action;
    const char      *target;
  } rows[] = {
    { ANSWER (401, BODY ("{\"error\":\"send X-API-Key\"}")), MCP_REMEDY_SET_HEADER, "X-API-Key" },
    { ANSWER (400, .asked = "2025-11-25", BODY ("supported versions: 2025-06-18, 2025-03-26")), MCP_REMEDY_USE_PROTOCOL,
      "2025-06-18" },
    { ANSWER (307, .location = "/mcp/"), MCP_REMEDY_USE_PATH, "/mcp/" },
    { ANSWER (307, .location = "https://other.example/mcp/"), MCP_REMEDY_NONE, NULL },
    { ANSWER (307, .location = "http://mcp.example.com:8000/mcp/"), MCP_REMEDY_USE_PATH, "/mcp/" },
    { ANSWER (401, .challenge = "Key"), MCP_REMEDY_EDIT, "headers" },
    { ANSWER (403, .guard = "cf-mitigated: challenge"), MCP_REMEDY_TIMELINE, NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_auto (McpDiagnosis) found = { 0, };

      mcp_doctor_diagnose (&rows[i].seen, &found);
      g_assert_cmpint (found.action, ==, rows[i].action);
      g_assert_cmpstr (found.target, ==, rows[i].target);
    }
}

/* The line that says why; none of what says nothing. */
static void
test_doctor_reasons (void)
{
  const char *const rows[][2] = {
    { "Traceback (most recent call last):\n  File \"a.py\", line 1, in <module>\n    import mcp\n"
      "ModuleNotFoundError: No module named 'mcp'\n", "ModuleNotFoundError: No module named 'mcp'" },
    { "  File \"a.py\", line 1\nKeyError: 'A'\n\nDuring handling of the above exception, another "
      "exception occurred:\n\nTraceback (most recent call last):\n  File \"a.py\", line 3\n"
      "my.module.ConfigError: no key\nbye", "my.module.ConfigError: no key" },
    { "node:internal/modules/cjs/loader:1147\n  throw err;\n  ^\n\nError: Cannot find module 'x'\n"
      "    at Module._resolve (node:internal)\n\nNode.js v20.1.0", "Error: Cannot find module 'x'" },
    { "TypeError [ERR_INVALID_ARG]: bad\n    at x", "TypeError [ERR_INVALID_ARG]: bad" },
    { "Error: from no traceback", "Error: from no traceback" },
    { "one\nError: first\nError: second", "Error: first" },
    { "\nonly this\n", "only this" },
    { "one\ntwo", NULL },
    { "x\nX_TOKEN is required\nError: bye", "X_TOKEN is required" },
    { "Traceback (most recent call last):\n  File \"a.py\"", NULL },
    { "  File \"a.py\"\nAn Error: with spaces\nError then more", "An Error: with spaces" },
    { "", NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_auto (GStrv) lines = g_strsplit (rows[i][0], "\n", -1);

      g_assert_cmpstr (mcp_doctor_find_reason ((const char *const *) lines), ==, rows[i][1]);
    }
}

static void
test_doctor_evidence_is_cut (void)
{
  g_autoptr (GString) body = g_string_new (NULL);
  g_auto (McpDiagnosis) found = { 0, };
  McpSymptoms seen = ANSWER (500, .reason = "Oh\nno", .content_type = "text/plain");

  for (guint i = 0; i < 1000; i++)
    g_string_append (body, "ä\377€");
  seen.body = body->str;
  seen.body_length = body->len;
  mcp_doctor_diagnose (&seen, &found);

  g_assert_true (g_utf8_validate (found.evidence, -1, NULL));
  g_assert_cmpint (g_utf8_strlen (found.evidence, -1), ==, 301);
  g_assert_true (g_str_has_prefix (found.evidence, "500 Oh\nno, text/plain: ä"));
  g_assert_true (g_str_has_suffix (found.evidence, "…"));
}

/* The body has no NUL at its end, and is cut wherever the transport stopped to keep it. */
static void
test_doctor_any_bytes (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (body_cases); i++)
    {
      for (gsize length = 0; length <= body_cases[i].seen.body_length; length++)
        {
          g_autofree char *copy = g_memdup2 (body_cases[i].seen.body, length);
          g_auto (McpDiagnosis) found = { 0, };
          McpSymptoms seen = body_cases[i].seen;

          seen.body = copy;
          seen.body_length = length;
          mcp_doctor_diagnose (&seen, &found);
          g_assert_nonnull (found.outcome);
          g_assert_nonnull (found.remedy);

          seen.status = 400;
          mcp_diagnosis_clear (&found);
          mcp_doctor_diagnose (&seen, &found);
          g_assert_nonnull (found.outcome);
        }
    }
}

static void
test_doctor_steps (void)
{
  g_autoptr (GHashTable) nicks = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint step = 0; step < MCP_N_STEPS; step++)
    {
      g_assert_true (g_hash_table_add (nicks, (char *) mcp_step_get_nick (step)));
      g_assert_cmpstr (mcp_step_get_title (step), !=, mcp_step_get_title (MCP_N_STEPS));
    }

  g_assert_cmpstr (mcp_step_get_nick (MCP_STEP_RESOLVE), ==, "dns");
  g_assert_cmpstr (mcp_step_get_nick (MCP_N_STEPS), ==, "unknown");
}

static void
add_cases (const char *group,
           const Case *rows,
           gsize       n_rows)
{
  for (gsize i = 0; i < n_rows; i++)
    {
      g_autofree char *path = g_strdup_printf ("/session/doctor/%s/%s", group, rows[i].name);

      g_test_add_data_func (path, &rows[i], test_doctor_case);
      if (rows[i].domain != NULL && !g_str_equal (rows[i].domain, OURS) && rows[i].seen.status == 0)
        {
          g_autofree char *wrapped = g_strdup_printf ("/session/doctor/cause/%s-%s", group, rows[i].name);

          g_test_add_data_func (wrapped, &rows[i], test_doctor_cause);
        }
    }
}

int
main (int   argc,
      char *argv[])
{
  setlocale (LC_ALL, "");
  g_test_init (&argc, &argv, NULL);
  /* An error of it that is made before the domain is known has no room for its cause. */
  g_assert_cmpint (MCP_ERROR, ==, g_quark_from_string (OURS));
  bindtextdomain (GETTEXT_PACKAGE, argc > 1 ? argv[1] : "/nonexistent");
  bind_textdomain_codeset (GETTEXT_PACKAGE, "UTF-8");
  speak ("en");

  add_cases ("network", network_cases, G_N_ELEMENTS (network_cases));
  add_cases ("tls", tls_cases, G_N_ELEMENTS (tls_cases));
  add_cases ("status", status_cases, G_N_ELEMENTS (status_cases));
  add_cases ("body", body_cases, G_N_ELEMENTS (body_cases));
  for (gsize i = 0; i < G_N_ELEMENTS (proxy_cases); i++)
    {
      g_autofree char *path = g_strdup_printf ("/session/doctor/proxy/%s", proxy_cases[i].name);

      g_test_add_data_func (path, &proxy_cases[i], test_doctor_proxy);
    }
  if (argc > 1)
    g_test_add_func ("/session/doctor/languages", test_doctor_languages);
  g_test_add_func ("/session/doctor/own-words", test_doctor_own_words);
  g_test_add_func ("/session/doctor/certificate", test_doctor_certificate);
  g_test_add_func ("/session/doctor/cures", test_doctor_cures);
  g_test_add_func ("/session/doctor/actions", test_doctor_actions);
  g_test_add_func ("/session/doctor/reasons", test_doctor_reasons);
  g_test_add_func ("/session/doctor/evidence-is-cut", test_doctor_evidence_is_cut);
  g_test_add_func ("/session/doctor/any-bytes", test_doctor_any_bytes);
  g_test_add_func ("/session/doctor/steps", test_doctor_steps);

  return g_test_run ();
}
