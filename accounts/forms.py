"""What sign-up asks beside allauth's own forms."""

from typing import Any

from allauth.account.adapter import get_adapter
from django import forms
from django.http import HttpRequest

from accounts.models import User


class SignupForm(forms.Form):
    """Checks the password against the name and address that are being chosen with it.

    allauth's headless form has no user yet to check it against.
    """

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        if data.get("password"):
            user = User(username=data.get("username", ""), email=data.get("email") or "")
            try:
                get_adapter().clean_password(data["password"], user=user)
            except forms.ValidationError as error:
                self.add_error("password", error)
        return data

    def signup(self, request: HttpRequest, user: User) -> None:
        """allauth asks for this; there is nothing more to do."""
