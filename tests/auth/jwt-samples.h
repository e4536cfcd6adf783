/* jwt-samples.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

/*
 * Keys and JWTs that others have made. RSA, P256 and P521 are the keys of RFC 7515 appendices A.2
 * to A.4, ED25519 that of RFC 8037 appendix A; the others are of OpenSSL and protect nothing.
 */

#define RSA_PEM \
  "-----BEGIN PRIVATE KEY-----\n" \
  "MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQCh+BYK4uPJtGXO\n" \
  "jS1lYmM2K5J9vinh8CR3/BYlzJChNuOL2TSXxbbqY913EeZ8dCn5VrD7io8ImtxL\n" \
  "aYk8wTM/U+3QGbh3hCUv7JFP5IV3aVlL6kKA0ywPVb9ilE8TA5a8bpvfbr3SvaNn\n" \
  "juygxmj3AbONv/s4yDQs4v5tJ/reSlpIdJed1LnPmt7Ex1sFhSwsD174pcF1A5L5\n" \
  "ROjtZMEQxrZHYJqkeDrrnGya11UxMFBji4NmXG9veoKjlnAqH2QbgtPr8jkiGUkf\n" \
  "toaHLFcW9Qr4NY2ai50Xw0Byj3+H2JoY2PyrZ62EWQwuz3WTOTY8BwNNb2BvniHg\n" \
  "VFbK5emhAgMBAAECggEAEq5xpGnNCivDflJsRQBXHx1hdR1k6Ulwe2JZD50LpXyW\n" \
  "PEAeP88vLNO97IjlA7/GQ5sLKMgvfTeXZx9SE+7YwVol2NXOoAJe46sui395IW/G\n" \
  "O+pWJ1O0BkTGoVEn2bKVRUCgu+GjBVaYLU6f3l9kJfFNS3E0QbVdxzubSu3Mkqzj\n" \
  "kn439X0M/V51gfpRLI9JYanrC4D4qAdGcopV/0ZHHzQlBjudU2QvXt4ehNYTCBr6\n" \
  "XCLQUShb1juUO1ZdiYoFaFQT5Tw8bGUl/x/jTj3ccPDVZFD9pIuhLhBOneufuBiB\n" \
  "4cS98l2SR/RQyGWSeWjnczT0QU91p1DhOVRuOopznQKBgQDgHMQQ60imZV1URk0K\n" \
  "pLttoLhyt3SmqdEf/kgHePDdtzEafpAu+cS191R2JiuoF2yzWXnwFDcqGigp5BNr\n" \
  "0AHQfD8/Lk8l1Mk09jxxCfui5nYooNyac8YFjm3vItzVCVDnEd3BbVWG8qf6deqE\n" \
  "lMGAg+C2V0L4oNXnP7LZcPAZRwKBgQC5A8R+CZW2MvRTLLHzwZkUXV866cff7tx6\n" \
  "kqa0finGG0KgeqlaZPxgCZnFp7AeAcCMtiynVlJ7vMVgePsLq6XtON4tB5kP9jAP\n" \
  "rq3rbAOal78eUH5OcED6eNuCV8ixEu1eWcPNCS/l1OW1EnXUEoEHKl54Xrrz2uNw\n" \
  "kgMTP1FZ1wKBgAcCn1dwJKufzBWQxWQp1vsM5fggqPN1qGb5y0MAk3g7/Ls5bkUp\n" \
  "5u9SN0Ai3Ya6hNnvWJMb7sXQX6U/zyO2M/hTip7tUeh7CXgwo59dkpN75gJLVds2\n" \
  "9+DAncu3KXU4f2Fa+7bLNrur53k8KwPOq2bbuTG69QtV7Jr5MR0AHWKNAoGBAIf/\n" \
  "evpitUf+4JYbLpvNXWcY052Mpz22aR84mY3nh3F2LF2mjMJDpTg7FmuyPcVw6EcG\n" \
  "yoAe9fa65iNqCq+jdw6PVNGo2hxfjSiZ8IIzHdsPXI89//pMjZcQK9r+CCoRjaZj\n" \
  "OYiIDktVWZzmevJuv6WywUqd57LE3Zar3dLSIkx1AoGAIYd7DHOhrWvxkwPQsRM2\n" \
  "tOgrjbcrfvtQJipd+DlcxyVuuM9sQLdgjVk2oy26F0EmpScGLq2MowX7fhd/QJQ3\n" \
  "ydy5cY7YIBi87w93IKLEdfnbJtoOPLUW0ITrJReOgo1cq9SbsxYawBgfp/gh6A56\n" \
  "03k2+ZQwVK0JKSHuLFkuQ3U=\n" \
  "-----END PRIVATE KEY-----\n"

#define P256_PEM \
  "-----BEGIN PRIVATE KEY-----\n" \
  "MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgjpsQnnGQmL+YBIff\n" \
  "H1136cspYG6+0iY7X1fCE9+E9LKhRANCAAR/zc4ncPbEXUGDy+5v20t7WAczNXvp\n" \
  "7xO6z248e9FURcfxRM0bvZt+hyzf7bnuufSzaV1uqQskrYpGIyiFiOWt\n" \
  "-----END PRIVATE KEY-----\n"

#define P521_PEM \
  "-----BEGIN PRIVATE KEY-----\n" \
  "MIHuAgEAMBAGByqGSM49AgEGBSuBBAAjBIHWMIHTAgEBBEIBjmlvsDRQWIHdEQtI\n" \
  "Prh9Ms5JX+NrN0Xt8tjK5PDyU59GFaDpjqtSs8DF6sTOB1GFqOe7R96sHR3ne8z2\n" \
  "YTXmPYKhgYkDgYYABAHpKQUPEk/GvFXH1TkzZd+d70qwwiyyV5j5NOsE48a643Aa\n" \
  "V6eRDp2BvzYxWejryxVdY0n0vbbM+KlMXFnHqsEBpAA0pkQON2dQ0jcf0b3CyPO3\n" \
  "HS9O5eo0MsgVzKMVYP5dk4fsd0tVg4Yw5cu/Woy+CpHdAGTGmZofbm5n+t3t5MjI\n" \
  "9g==\n" \
  "-----END PRIVATE KEY-----\n"

#define ED25519_PEM \
  "-----BEGIN PRIVATE KEY-----\n" \
  "MC4CAQAwBQYDK2VwBCIEIJ1hsZ3v/VpguoRK9JLsLMREScVpezJpGXA7rAMcrn9g\n" \
  "-----END PRIVATE KEY-----\n"

#define P384_PEM \
  "-----BEGIN PRIVATE KEY-----\n" \
  "MIG2AgEAMBAGByqGSM49AgEGBSuBBAAiBIGeMIGbAgEBBDCiT93diaH0K9vG1DUB\n" \
  "dc5Ua28PEfQK76EPtS4kFFObauSrEHc7P5q3Te70CrJeP3uhZANiAATWng3GFVEg\n" \
  "Slc7Kg3/uDSdv5zTcAjNCTjlf4HsiPRO80ZcT3fI0aR+btRCekJIHSYYheaNqaiA\n" \
  "LX83fvQbW8NK8n5RyF+c1iVeKHIuuC4Ahbea8bdycbPmQdP949xdxDg=\n" \
  "-----END PRIVATE KEY-----\n"

#define ED448_PEM \
  "-----BEGIN PRIVATE KEY-----\n" \
  "MEcCAQAwBQYDK2VxBDsEOdmzvhkwkHrfogMQzxu8RgBETYZbNBpxkMGjsVap/2Bk\n" \
  "ZHos5AI77l2gUv+y6LAWOpLGZe84zajk0g==\n" \
  "-----END PRIVATE KEY-----\n"

#define P256K1_PEM \
  "-----BEGIN PRIVATE KEY-----\n" \
  "MIGEAgEAMBAGByqGSM49AgEGBSuBBAAKBG0wawIBAQQgJM9omcwdmUx+/tpLfFZD\n" \
  "ipsbZNrivb0vko09wUMOhC2hRANCAAQieE2V1hMOx6XL7h857z0/dWrOqdTX8yb1\n" \
  "2UeB8CKCeNdJtohK/H56NYBERGDYfpKWTjQ3p6LHSBinh16E4anj\n" \
  "-----END PRIVATE KEY-----\n"

#define RSA1024_PEM \
  "-----BEGIN PRIVATE KEY-----\n" \
  "MIICdwIBADANBgkqhkiG9w0BAQEFAASCAmEwggJdAgEAAoGBANWtRKkMO+DVHC6W\n" \
  "LjO8Ub6wtOSqyvNr0YmKYuU8ORzpKaCapB9R5VVFJxoGzXFgr4QO45iB/cuwQdM4\n" \
  "4PUts8PlXwrwBlXsL+k8ncL4SBtQ/I6BCXR+NHgu+oZu4YbxizqDVeLqjTINZZHy\n" \
  "+AW7fYjKg554OIkmQ3AM7Hwy4VH/AgMBAAECgYBXS0Afp+XWhnnK9oPNkwP6WYqt\n" \
  "WLEtHUEvZZ/dcusKSp89A7BFM1nzqhq9YUYRKaTK2KJWrdSXoFxkBHqy74beo91v\n" \
  "ywLn+o5uhPNBD3aJ6FRPixry9qBKdQGFcD1nJp9ThYRPbYIo1yRYiOr/v+sCLTJO\n" \
  "ejZ9K1GHH26WK+2I4QJBAPKoPao77C1G+Qmuh0nMdtwaLp4GqIlJXnn/Di1NZM3k\n" \
  "h2xXAnlrFXodA6Cv8EnNVkT85rfkekDysRqWcmZe8XkCQQDhbRX5Xk0V4KXQ+Cna\n" \
  "ICUM97eSSbRJVaTB2jEBi/Rbxc+1fSf7oE0Y3ZW1vrKRuzEzPDey0XkRlByymhAM\n" \
  "E7k3AkEAzzdGeYH0XHHYJyFoHGhDNBATsRTkhWAnEqzw0VTe+UfnMWhYD5GXZJE0\n" \
  "UNsNqih0PDNvXqf4kk/tV1QUW0FGmQJBAKKOQklHejjrfUcanTuA8JbQTxz7bzlu\n" \
  "u9daWvptjPFczLJoJRvrdY0XxKyBbk1uekUjCFs3eKF3d9ZHCIlc87MCQGvzlc8i\n" \
  "DeJaGxzH/5jEGviHQ0gJVhFJMwoDqJNVcMd75qSwrH51llxWewyyAQ8A27WyYM2F\n" \
  "1WyVOUVGvnmCZjw=\n" \
  "-----END PRIVATE KEY-----\n"

#define P224_PEM \
  "-----BEGIN PRIVATE KEY-----\n" \
  "MHgCAQAwEAYHKoZIzj0CAQYFK4EEACEEYTBfAgEBBBzolbroaKqStxdpH/R9hEhG\n" \
  "xSoKE1gINRJjI44MoTwDOgAE2NlqVtEtWhcde34MIap4rj1jFMq476tHyqGVl3W2\n" \
  "fWhFZSI7NayedHcw4V+krtigJgFAYljQOq0=\n" \
  "-----END PRIVATE KEY-----\n"

#define X25519_PEM \
  "-----BEGIN PRIVATE KEY-----\n" \
  "MC4CAQAwBQYDK2VuBCIEIChYLSO13PHq+80otpopNlnYQT6Fv8nO0hgjVA/JVBRS\n" \
  "-----END PRIVATE KEY-----\n"

#define LOCKED_PEM \
  "-----BEGIN ENCRYPTED PRIVATE KEY-----\n" \
  "MIIBHDBXBgkqhkiG9w0BBQ0wSjApBgkqhkiG9w0BBQwwHAQIQlzo0r/QxyUCAggA\n" \
  "MAwGCCqGSIb3DQIJBQAwHQYJYIZIAWUDBAEqBBBMKJ7P/+hV5gCTJHlpmiEUBIHA\n" \
  "coUgT7QsAd/tR6mmaemoamrzAdhVJLA8X+XSWEsbZnzTSpbmY26i+WimddXh5ggc\n" \
  "5ZIXaZnedKMAM7jjACI2/W4nLzzrZqQPQuzLMB7x74mm7m+hKjXIGo/xcQcBQ0uD\n" \
  "ToY02314Q+R41vRpoPVN5pNjFzsG4ubmm78R1NwPxRMs+yc552SYcBXy5CIa4z89\n" \
  "qG6neIeARXg7v32aJw+Sn3n80wHqE0jOp8zbx9n1rKnClWDBwFXnqaf95rp/efnn\n" \
  "-----END ENCRYPTED PRIVATE KEY-----\n"

#define SEC1_PEM \
  "-----BEGIN EC PRIVATE KEY-----\n" \
  "MHcCAQEEII6bEJ5xkJi/mASH3x9dd+nLKWBuvtImO19XwhPfhPSyoAoGCCqGSM49\n" \
  "AwEHoUQDQgAEf83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEXH8UTNG72b\n" \
  "focs3+257rn0s2ldbqkLJK2KRiMohYjlrQ==\n" \
  "-----END EC PRIVATE KEY-----\n"

#define PKCS1_PEM \
  "-----BEGIN RSA PRIVATE KEY-----\n" \
  "MIIEowIBAAKCAQEAofgWCuLjybRlzo0tZWJjNiuSfb4p4fAkd/wWJcyQoTbji9k0\n" \
  "l8W26mPddxHmfHQp+Vaw+4qPCJrcS2mJPMEzP1Pt0Bm4d4QlL+yRT+SFd2lZS+pC\n" \
  "gNMsD1W/YpRPEwOWvG6b32690r2jZ47soMZo9wGzjb/7OMg0LOL+bSf63kpaSHSX\n" \
  "ndS5z5rexMdbBYUsLA9e+KXBdQOS+UTo7WTBEMa2R2CapHg665xsmtdVMTBQY4uD\n" \
  "Zlxvb3qCo5ZwKh9kG4LT6/I5IhlJH7aGhyxXFvUK+DWNmoudF8NAco9/h9iaGNj8\n" \
  "q2ethFkMLs91kzk2PAcDTW9gb54h4FRWyuXpoQIDAQABAoIBABKucaRpzQorw35S\n" \
  "bEUAVx8dYXUdZOlJcHtiWQ+dC6V8ljxAHj/PLyzTveyI5QO/xkObCyjIL303l2cf\n" \
  "UhPu2MFaJdjVzqACXuOrLot/eSFvxjvqVidTtAZExqFRJ9mylUVAoLvhowVWmC1O\n" \
  "n95fZCXxTUtxNEG1Xcc7m0rtzJKs45J+N/V9DP1edYH6USyPSWGp6wuA+KgHRnKK\n" \
  "Vf9GRx80JQY7nVNkL17eHoTWEwga+lwi0FEoW9Y7lDtWXYmKBWhUE+U8PGxlJf8f\n" \
  "40493HDw1WRQ/aSLoS4QTp3rn7gYgeHEvfJdkkf0UMhlknlo53M09EFPdadQ4TlU\n" \
  "bjqKc50CgYEA4BzEEOtIpmVdVEZNCqS7baC4crd0pqnRH/5IB3jw3bcxGn6QLvnE\n" \
  "tfdUdiYrqBdss1l58BQ3KhooKeQTa9AB0Hw/Py5PJdTJNPY8cQn7ouZ2KKDcmnPG\n" \
  "BY5t7yLc1QlQ5xHdwW1VhvKn+nXqhJTBgIPgtldC+KDV5z+y2XDwGUcCgYEAuQPE\n" \
  "fgmVtjL0Uyyx88GZFF1fOunH3+7cepKmtH4pxhtCoHqpWmT8YAmZxaewHgHAjLYs\n" \
  "p1ZSe7zFYHj7C6ul7TjeLQeZD/YwD66t62wDmpe/HlB+TnBA+njbglfIsRLtXlnD\n" \
  "zQkv5dTltRJ11BKBBypeeF6689rjcJIDEz9RWdcCgYAHAp9XcCSrn8wVkMVkKdb7\n" \
  "DOX4IKjzdahm+ctDAJN4O/y7OW5FKebvUjdAIt2GuoTZ71iTG+7F0F+lP88jtjP4\n" \
  "U4qe7VHoewl4MKOfXZKTe+YCS1XbNvfgwJ3Ltyl1OH9hWvu2yza7q+d5PCsDzqtm\n" \
  "27kxuvULVeya+TEdAB1ijQKBgQCH/3r6YrVH/uCWGy6bzV1nGNOdjKc9tmkfOJmN\n" \
  "54dxdixdpozCQ6U4OxZrsj3FcOhHBsqAHvX2uuYjagqvo3cOj1TRqNocX40omfCC\n" \
  "Mx3bD1yPPf/6TI2XECva/ggqEY2mYzmIiA5LVVmc5nrybr+lssFKneeyxN2Wq93S\n" \
  "0iJMdQKBgCGHewxzoa1r8ZMD0LETNrToK423K377UCYqXfg5XMclbrjPbEC3YI1Z\n" \
  "NqMtuhdBJqUnBi6tjKMF+34Xf0CUN8ncuXGO2CAYvO8PdyCixHX52ybaDjy1FtCE\n" \
  "6yUXjoKNXKvUm7MWGsAYH6f4IegOetN5NvmUMFStCSkh7ixZLkN1\n" \
  "-----END RSA PRIVATE KEY-----\n"

#define RSA_JWK \
  "{\"e\":\"AQAB\",\"kty\":\"RSA\",\"n\":\"ofgWCuLjybRlzo0tZWJjNiuSfb4p4fAkd_wWJcyQo" \
  "Tbji9k0l8W26mPddxHmfHQp-Vaw-4qPCJrcS2mJPMEzP1Pt0Bm4d4QlL-yRT-SFd2lZS-p" \
  "CgNMsD1W_YpRPEwOWvG6b32690r2jZ47soMZo9wGzjb_7OMg0LOL-bSf63kpaSHSXndS5z" \
  "5rexMdbBYUsLA9e-KXBdQOS-UTo7WTBEMa2R2CapHg665xsmtdVMTBQY4uDZlxvb3qCo5Z" \
  "wKh9kG4LT6_I5IhlJH7aGhyxXFvUK-DWNmoudF8NAco9_h9iaGNj8q2ethFkMLs91kzk2P" \
  "AcDTW9gb54h4FRWyuXpoQ\"}"

#define P256_JWK \
  "{\"crv\":\"P-256\",\"kty\":\"EC\",\"x\":\"f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHv" \
  "RVEU\",\"y\":\"x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0\"}"

#define P384_JWK \
  "{\"crv\":\"P-384\",\"kty\":\"EC\",\"x\":\"1p4NxhVRIEpXOyoN_7g0nb-c03AIzQk45X-B7Ij" \
  "0TvNGXE93yNGkfm7UQnpCSB0m\",\"y\":\"GIXmjamogC1_N370G1vDSvJ-UchfnNYlXihyLr" \
  "guAIW3mvG3cnGz5kHT_ePcXcQ4\"}"

#define P521_JWK \
  "{\"crv\":\"P-521\",\"kty\":\"EC\",\"x\":\"AekpBQ8ST8a8VcfVOTNl353vSrDCLLJXmPk06wT" \
  "jxrrjcBpXp5EOnYG_NjFZ6OvLFV1jSfS9tsz4qUxcWceqwQGk\",\"y\":\"ADSmRA43Z1DSNx" \
  "_RvcLI87cdL07l6jQyyBXMoxVg_l2Th-x3S1WDhjDly79ajL4Kkd0AZMaZmh9ubmf63e3k" \
  "yMj2\"}"

#define ED25519_JWK \
  "{\"crv\":\"Ed25519\",\"kty\":\"OKP\",\"x\":\"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIa" \
  "aPcHURo\"}"

#define ED448_JWK \
  "{\"crv\":\"Ed448\",\"kty\":\"OKP\",\"x\":\"7oFBdd7JDewGmSdLmfwU_S144pBxaAQqiLsTm1" \
  "8noPzzUdgmzrzgp3nSmmj85GipxMREq_-waTuA\"}"

/* By OpenSSL: {"sub":"joe"} */

#define RS256_TOKEN \
  "eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJqb2UifQ.l3xTLmFwuOpmDbyUc8JZZEXc5tsAf_Ncjs13" \
  "lUeuXDNIreC8IMg4KY5Wpsne9-wGn1t5cdfD39pgUUfZRDsDl1t3Q9bkVv2ZQcqOrEKZOM68oPFk" \
  "TWd2hEof_O1jN0yjSADYzuCoXTq_GCXIbD0NsykYrQUrlgjd6N-nSTzITG96cPKtnuxkc8agLbbU" \
  "-BxLSzOqDoIjiszLZ399ktaS1O6ovJd3c5vZ5XuoWKmZiLvYANsYaJlnP8DuXAMCPrdZSKnZXInq" \
  "EGIAb8UN_sPWXc8JwlJWZTFhlXa4ZpA7H9I9Ky9c1bkowUqM0Dsxih8D8loLhvoQiKTZlxj6wdbZ" \
  "XA"

#define RS384_TOKEN \
  "eyJhbGciOiJSUzM4NCJ9.eyJzdWIiOiJqb2UifQ.WBCWm-gcXBGXJw1HJIqLDY0_yZG7FK2FsEX3" \
  "6aiTxhvZb75wcCQh6Rc650fturspvszo4qzJJSrctbZzyxSpLJD-c3MjNBIUdQd6XGcrf3zQKmWv" \
  "WegVDqFRRSmtsmrSp3K_kf3Nmg08KRpMAleqtpNybs9jwgjuI2FGEeK0qUqkwFm37ktgALlBecQK" \
  "DHza0hUfTyxo771IjxC_4ifVBLV07kRPKjhQjR5jcHKxG1pU3xeC6ZKIzI6xnZtfXj6FBU_uWOya" \
  "7_BZ1q2Stax0TkQGP77TZzcP0HVfuzaf7-czS3omNQkdiusbuqrM3va50d8vW2ypvkgf0Qrp42Hg" \
  "8A"

#define RS512_TOKEN \
  "eyJhbGciOiJSUzUxMiJ9.eyJzdWIiOiJqb2UifQ.fCyWUHwlTX2DgIOFXI1zNVgDG1nlrbcdjepq" \
  "B3q7ceY7wUf00WdNOvmzHDPQsJvHr8rzr9_L4qFqMpAkYK7D7ToZsCIeLm9dONfXeFESW6sbN4dl" \
  "ulnwYl2uJjx2lpOVyQuCU-foflH3ik5XSBCcFB__VjBXdE6V_bXMOCj2yOZqqoLx2o55MsfoIi7M" \
  "ipXqLquqWKFodzrmZKtryP3tontEmc2qnTh6RTG2cdt3R7_Luv_bNhdysVQ53r9xl8AkPJHN-W0g" \
  "urgYFYXDDgmUzX1xYRsbpBraanAqocCxtRqGBeHQK8nPUBRH8mMv-qS1E1SHOEGFWqL147U79Gb9" \
  "LA"

#define PS256_TOKEN \
  "eyJhbGciOiJQUzI1NiJ9.eyJzdWIiOiJqb2UifQ.dV6iBDtNtzons-aBMD9d8w3sbgkcdlSUTZgx" \
  "OTGvzFKN3FgJbaS8WFciCp0jLhbgc-Z-YD8nXUDYiHNVQMF_q4yBjrmqaUEcFRPmaAYB0XJYOXa-" \
  "pz2BOtQ58YCYXIngprOWIJgyiL9Z3Ftu0KAMe_5uE7lJ4OvZmtCX6WVRlH5bYjNz2TFoeVkiBfnj" \
  "Jd8esa2FJvP3ioSvY9aCXDutc1Fxo_Bz9uyNYSvtVqqnnPvWndWo16IVWJWSj7rFLO81dXaqszOu" \
  "tInzTMt_q53LNxHI7yzziWfTbvZRL1N6E620ECHozvCjizQmYv4CE1DA6Db040fljNDzM8B_ZuaS" \
  "9w"

#define PS384_TOKEN \
  "eyJhbGciOiJQUzM4NCJ9.eyJzdWIiOiJqb2UifQ.UqklUpE03xrv70tUWXyrdFrbQVytBDUdNBEH" \
  "Rc_IG-SpMjp2d2y0OXwyusK4uZh1jin1RFS6EDRfTOeWOs5b3PDF35C1lolZfem-fAhNCg6AcxZs" \
  "YZioHr1gpIYCx9HCiJM66ZNo9cof9Jgfr2pQ6gSgNOV_JH8eNah3rUVK-m9kDGmR-J2Yw49dSshw" \
  "Vs7qJvbywxjEEYRRg4a4qFpebA_N5Wh_2TUsd_hVNVhHlCwtT9VhjDYY475nBMXGpRzXChI92cui" \
  "BVqKqmBqPXZz0F6zICDWohia2998zeuDu27PGO5XTeCwQQqU-hRFEL64AEvFlEpfAODaU6WkZa_5" \
  "LA"

#define PS512_TOKEN \
  "eyJhbGciOiJQUzUxMiJ9.eyJzdWIiOiJqb2UifQ.OrZbMi0LWh6khK2kqBP7bvhM_Yreq6nyBLb-" \
  "pdTQ4rgDLY2s-B-fh9XfBpVvx-kJRGA-KJLuPWWJp3oi9BmsA-HbGCrddfOE9fnLBNN7O4iKI45F" \
  "EO-HTmMXQo68Xj5LsFxZtf_78H4dlfuArz4t9y7aR8t7sZKQHMAiYFDDpRV4r-c7-TIUAayGv90s" \
  "KMZImcRIl_eio1XpdmPc0ymn_h-4QpnxTqrf81xBwqcbylyMWj3M_rKMc6qY2ljMtTo59a64dWk2" \
  "MzHVs9lTFYOeI1EZ1a8hQAETbiYaEt2uHFYcKjiLFVxBno7YJEX7_UJnin5DUY-l9xpeEvcXOcBr" \
  "EQ"

#define ES256_TOKEN \
  "eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiJqb2UifQ.jPlO8hdH5PbVhyBtGyQIhAIMH2pJ60QSSPOr" \
  "9wZar_d0B8KTKbdtX-yW-M-FZJcSAQm4lMqeaz_vxtlzDDrgUg"

#define ES384_TOKEN \
  "eyJhbGciOiJFUzM4NCJ9.eyJzdWIiOiJqb2UifQ.CyFoJKzRiuETL3uUllgaDh6dgby46PuTf2Iu" \
  "1m_zT4ggHaxv8G-G1wAQDD0axADSRfYyYgOlzhWjW4-cYR5lpE6b4zsPGlfnafUAqNncBJStUAVP" \
  "rLzEDUU5nN6Q-YWz"

#define ES512_TOKEN \
  "eyJhbGciOiJFUzUxMiJ9.eyJzdWIiOiJqb2UifQ.AcVUsZ_mJUJ45Ta3p0KHazx7PGT74AxQ0q3U" \
  "7s2wy-XfIHjG31iGI83qE-63Xw0Y65xUaxLPq2Edth7ZvohYYTBeAXP3DbNfYAPZB2p4OhkjmB_x" \
  "afYfegtVSJ7Irdaal39q0qdzhXBCjuKrgojSzodEcHQ9rgsCZw3LVntUiaPmy56-"

#define EDDSA_TOKEN \
  "eyJhbGciOiJFZERTQSJ9.eyJzdWIiOiJqb2UifQ.wF9SorCF7aZBPZmIRdaaumoWLUaph3kmdV35" \
  "6AnvNG0t0OzxC6dOuwaKcOwKsOtRr_ByhXyXcp-gMoyRYRboCw"

#define EDDSA448_TOKEN \
  "eyJhbGciOiJFZERTQSJ9.eyJzdWIiOiJqb2UifQ.TYC-00xxlRWPdYgrndBnGAG6c5SjjGtZoCTP" \
  "uY7buGghER-CI4cgEru8SWExThYMHQFCmEWatTSAdQnI6ulBLpU4k8nM1PVkAMHyStCvEA5UF8Q_" \
  "-0JmYSLbqdMmViawLr8-MpDGssB2YVEPV5QB3xoA"
