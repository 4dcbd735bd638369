"""Settings for who people are: sign-in, tokens, OAuth, limits and what browsers may load."""

import json
from typing import Any

from klondike_site.env import env, env_flag, env_int

APPS = [
    "allauth",
    "allauth.account",
    "allauth.headless",
    "allauth.mfa",
    "allauth.socialaccount",
    "allauth.usersessions",
    "allauth.idp.oidc",
]

AUTHENTICATION_BACKENDS = ["allauth.account.auth_backends.AuthenticationBackend"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]

# The client's pages; sign-in, mail and other people's programs lead people to them.
LOGIN_URL = "/signin/"
LOGIN_REDIRECT_URL = "/"
HEADLESS_ONLY = True
HEADLESS_CLIENTS = ("browser",)
HEADLESS_FRONTEND_URLS = {
    "account_signup": "/signup/",
    "account_confirm_email": "/account/confirm-email/?key={key}",
    "account_reset_password": "/account/reset-password/",
    "account_reset_password_from_key": "/account/reset-password/?key={key}",
    "socialaccount_login_error": "/signin/",
}

ACCOUNT_ADAPTER = "accounts.adapters.AccountAdapter"
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_SIGNUP_FORM_CLASS = "accounts.forms.SignupForm"
ACCOUNT_SIGNUP_FIELDS = ["username*", "email", "password1*"]
ACCOUNT_EMAIL_VERIFICATION = "optional"
ACCOUNT_EMAIL_SUBJECT_PREFIX = ""
ACCOUNT_EMAIL_NOTIFICATIONS = True
# Strict: an address that has an account already is answered like any other.
ACCOUNT_PREVENT_ENUMERATION = "strict"
# How long a name is our own check says, with its code.
ACCOUNT_USERNAME_MIN_LENGTH = 1
ACCOUNT_CHANGE_EMAIL = True
ACCOUNT_REAUTHENTICATION_REQUIRED = True
ACCOUNT_LOGOUT_ON_PASSWORD_CHANGE = False

SOCIALACCOUNT_ADAPTER = "accounts.adapters.SocialAdapter"
SOCIALACCOUNT_AUTO_SIGNUP = False
SOCIALACCOUNT_STORE_TOKENS = False
# {"github": {"APP": {"client_id": "…", "secret": "…"}}, …}; none by default.
SOCIALACCOUNT_PROVIDERS: dict[str, Any] = json.loads(env("SOCIAL_PROVIDERS") or "{}")
APPS += [f"allauth.socialaccount.providers.{name}" for name in sorted(SOCIALACCOUNT_PROVIDERS)]

MFA_SUPPORTED_TYPES = ["totp", "webauthn", "recovery_codes"]
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_PASSKEY_SIGNUP_ENABLED = False
MFA_ALLOW_UNVERIFIED_EMAIL = True
MFA_TOTP_ISSUER = "Klondike"
# One step to either side: clocks of telephones differ.
MFA_TOTP_TOLERANCE = 1
# Passkeys need HTTPS, except on one's own machine.
MFA_WEBAUTHN_ALLOW_INSECURE_ORIGIN = env_flag("DEBUG") or env_flag("INSECURE_LOCAL")

IDP_OIDC_ADAPTER = "accounts.oauth.Adapter"
IDP_OIDC_ACCESS_TOKEN_EXPIRES_IN = 3600
IDP_OIDC_REFRESH_TOKEN_EXPIRES_IN = 90 * 24 * 3600
IDP_OIDC_USERINFO_ENDPOINT = "/api/v1/me/"

# How many proxies of our own stand in front and write X-Forwarded-For.
PROXY_COUNT = env_int("PROXY_COUNT", 0)
ALLAUTH_TRUSTED_PROXY_COUNT = PROXY_COUNT

# Limits per minute, except where the name says otherwise; documented in docs/api/limits.md.
# LIMITS=off is for load tests on one's own machine.
LIMITS_ON = env("LIMITS", "on").lower() not in {"off", "0", "no", "false"}
API_LIMITS: dict[str, Any] = {
    "address": (600, 60),
    "account": (1200, 60),
    "token": (1200, 60),
    "guests": (60, 3600),
    "names": (10, 3600),
    "exports": (10, 3600),
    "streams": 8,
    "sockets": 32,
    "arrivals": 64,
}
if not LIMITS_ON:
    ACCOUNT_RATE_LIMITS = False
    MFA_RATE_LIMITS = False

EMAIL_BACKEND = (
    "django.core.mail.backends.smtp.EmailBackend"
    if env("EMAIL_HOST")
    else "django.core.mail.backends.console.EmailBackend"
)
EMAIL_HOST = env("EMAIL_HOST")
EMAIL_PORT = env_int("EMAIL_PORT", 587)
EMAIL_HOST_USER = env("EMAIL_HOST_USER")
EMAIL_HOST_PASSWORD = env("EMAIL_HOST_PASSWORD")
EMAIL_USE_TLS = env_flag("EMAIL_USE_TLS", default=True)
EMAIL_TIMEOUT = 10
DEFAULT_FROM_EMAIL = env("DEFAULT_FROM_EMAIL", "klondike@localhost")

SESSION_COOKIE_AGE = 90 * 24 * 3600
SESSION_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_SAMESITE = "Lax"
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"

# What a page of ours may load: nothing inline, nothing from elsewhere.
CONTENT_SECURITY_POLICY = {
    "default-src": "'none'",
    "script-src": "'self'",
    "style-src": "'self'",
    "img-src": "'self' data:",
    "font-src": "'self'",
    "connect-src": "'self'",
    "manifest-src": "'self'",
    "media-src": "'self'",
    "worker-src": "'self'",
    "base-uri": "'none'",
    "form-action": "'self'",
    "frame-ancestors": "'none'",
}
