"""What a token must allow before a view runs."""

from functools import cache
from typing import Any, cast

from rest_framework.exceptions import APIException, NotAuthenticated
from rest_framework.permissions import BasePermission
from rest_framework.request import Request

from accounts.identity import Credential
from accounts.models import User


class ScopeMissing(APIException):
    """The token is good but does not allow this."""

    status_code = 403
    default_code = "scope_missing"
    default_detail = "This token does not allow that."

    def __init__(self, needed: str) -> None:
        super().__init__(f"This needs a token with the scope {needed}.")
        self.extra = {"scope": needed}


class ScopePermission(BasePermission):
    """Lets sessions and nobody-at-all through; a token must carry the scope."""

    needed = "read"

    def has_permission(self, request: Request, view: Any) -> bool:
        if isinstance(request.auth, Credential) and self.needed not in request.auth.scopes:
            raise ScopeMissing(self.needed)
        return True


@cache
def scope(needed: str) -> type[ScopePermission]:
    """A permission class that a token passes only with the scope ``needed``."""
    return type(f"Scope_{needed}", (ScopePermission,), {"needed": needed})


def user_of(request: Request) -> User:
    """The request's user, where a permission has made sure that there is one."""
    return cast(User, request.user)


class SignedIn(BasePermission):
    """A person, bot or guest must be there; without one the answer is 401 ``sign_in_required``."""

    def has_permission(self, request: Request, view: Any) -> bool:
        if not request.user.is_authenticated:
            raise NotAuthenticated
        return True


class GuestNotEnough(APIException):
    """Only for people with an account."""

    status_code = 403
    default_code = "account_required"
    default_detail = "Sign up first; all that you played as a guest is kept."


class WithAccount(SignedIn):
    """A person or bot; guests are asked to sign up (403 ``account_required``)."""

    def has_permission(self, request: Request, view: Any) -> bool:
        super().has_permission(request, view)
        if user_of(request).is_guest:
            raise GuestNotEnough
        return True
