"""The app of people."""

from django.apps import AppConfig


class AccountsConfig(AppConfig):
    name = "accounts"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Connect the receivers, and what the OpenAPI document says of tokens and sessions."""
        from accounts import receivers  # noqa: F401
        from accounts.api import openapi  # noqa: F401
