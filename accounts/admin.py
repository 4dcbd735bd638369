"""People, for the operator."""

from typing import Any, ClassVar

from django import forms
from django.contrib import admin, messages
from django.contrib.auth.admin import UserAdmin
from django.contrib.auth.forms import UserChangeForm
from django.core.exceptions import PermissionDenied, ValidationError
from django.db.models import Count, Q, QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils import timezone
from django.utils.html import format_html, format_html_join

from accounts.models import BlockedName, ForbiddenWord, NameReport, Token, User
from accounts.names import NameRefused, check_shape
from accounts.services import people, tokens
from accounts.services.names import rename


class PersonForm(UserChangeForm):  # type: ignore[type-arg]
    """A user's fields; the name is judged by the service, by an operator's measure."""

    class Meta(UserChangeForm.Meta):
        model = User
        fields: ClassVar[Any] = (
            "username",
            "email",
            "password",
            "is_active",
            "is_staff",
            "is_superuser",
        )
        field_classes = {}

    def clean_username(self) -> str:
        name: str = self.cleaned_data["username"]
        try:
            check_shape(name)
        except NameRefused as error:
            raise ValidationError(str(error)) from error
        return name


class MergeForm(forms.Form):
    """Whom a guest's games go to."""

    into = forms.CharField(label="Name of the account", max_length=20)

    def clean_into(self) -> User:
        user = User.objects.by_name(self.cleaned_data["into"])
        if user is None or user.is_guest or not user.is_active:
            raise ValidationError("No account has this name.")
        return user


@admin.action(description="Suspend: off rated play and the boards")
def suspend(_admin: Any, request: HttpRequest, users: QuerySet[User]) -> None:
    for user in users:
        people.suspend(user, True)
    messages.success(request, f"{len(users)} suspended.")


@admin.action(description="Restore: back to rated play and the boards")
def restore(_admin: Any, request: HttpRequest, users: QuerySet[User]) -> None:
    for user in users:
        people.suspend(user, False)
    messages.success(request, f"{len(users)} restored.")


@admin.register(User)
class PersonAdmin(UserAdmin):  # type: ignore[type-arg]
    """Users: suspend, restore, rename, merge a guest into an account, see what belongs to them."""

    form = PersonForm
    actions = (suspend, restore)
    list_display = ("username", "kind", "email", "standing", "open_reports", "date_joined")
    list_filter = ("kind", ("suspended_at", admin.EmptyFieldListFilter), "is_staff", "date_joined")
    search_fields = ("username", "email")
    ordering = ("-date_joined",)
    date_hierarchy = "date_joined"
    readonly_fields = (
        "kind",
        "suspended_at",
        "date_joined",
        "last_login",
        "seen_on",
        "preferences",
        "links",
    )
    fieldsets = (
        (None, {"fields": ("username", "kind", "email", "password", "links")}),
        ("Standing", {"fields": ("suspended_at", "is_active", "is_staff", "is_superuser")}),
        ("Dates", {"fields": ("date_joined", "last_login", "seen_on")}),
        ("Settings", {"fields": ("preferences",)}),
    )
    filter_horizontal = ()
    # What other apps have of a user: words, the address of a list, the field that names the user.
    pages: ClassVar[list[tuple[str, Any, str]]] = []

    def get_queryset(self, request: HttpRequest) -> QuerySet[User]:
        unsettled = Count("name_reports", filter=Q(name_reports__settled_at=None))
        users: QuerySet[User] = super().get_queryset(request)
        return users.annotate(unsettled=unsettled)

    @admin.display(description="standing", ordering="suspended_at")
    def standing(self, user: User) -> str:
        return f"suspended {user.suspended_at:%Y-%m-%d}" if user.suspended_at else "good"

    @admin.display(description="reports", ordering="unsettled")
    def open_reports(self, user: Any) -> int:
        return int(user.unsettled)

    @admin.display(description="see also")
    def links(self, user: User) -> str:
        pages = [("Tokens", reverse("admin:accounts_token_changelist"), "user__id__exact")]
        pages += self.pages
        shown = [(f"{url}?{field}={user.pk}", words) for words, url, field in pages]
        if user.is_guest:
            merge = reverse("admin:accounts_user_merge", args=[user.pk])
            shown.append((merge, "Merge into an account"))
        return format_html_join(" · ", '<a href="{}">{}</a>', shown)

    def has_add_permission(self, request: HttpRequest) -> bool:
        """People sign up; the first operator comes from ``createsuperuser``."""
        return False

    def save_model(self, request: HttpRequest, obj: User, form: Any, change: bool) -> None:
        """Rename through the service, so that the old name stays blocked."""
        name = obj.username
        obj.username = User.objects.get(pk=obj.pk).username
        super().save_model(request, obj, form, change)
        if name != obj.username:
            try:
                rename(obj, name, checked=False)
            except NameRefused as error:
                messages.error(request, f"{error} The name was not changed.")

    def delete_model(self, request: HttpRequest, obj: User) -> None:
        people.delete_account(obj)

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[User]) -> None:
        for user in queryset:
            people.delete_account(user)

    def get_urls(self) -> list[URLPattern]:
        merge = path(
            "<int:number>/merge/",
            self.admin_site.admin_view(self.merge_view),
            name="accounts_user_merge",
        )
        urls: list[URLPattern] = super().get_urls()
        return [merge, *urls]

    def merge_view(self, request: HttpRequest, number: int) -> HttpResponse:
        """Give a guest's games to an account that the operator names."""
        guest = get_object_or_404(User, pk=number, kind=User.Kind.GUEST)
        if not self.has_change_permission(request, guest):
            raise PermissionDenied
        form = MergeForm(request.POST or None)
        if request.method == "POST" and form.is_valid():
            into = form.cleaned_data["into"]
            people.merge(guest, into)
            messages.success(request, f"The games of {guest.username} are {into.username}'s now.")
            return HttpResponseRedirect(reverse("admin:accounts_user_change", args=[into.pk]))
        context = {
            **self.admin_site.each_context(request),
            "title": f"Merge {guest.username} into an account",
            "form": form,
            "opts": self.opts,
        }
        return TemplateResponse(request, "admin/accounts/user/merge.html", context)


@admin.register(NameReport)
class NameReportAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    """Reports of names; a name that was changed since says so."""

    list_display = ("name", "person", "reason", "reporter", "created_at", "settled_at")
    list_filter = (("settled_at", admin.EmptyFieldListFilter),)
    list_select_related = ("user", "reporter")
    readonly_fields = ("user", "reporter", "name", "reason", "created_at")
    actions = ("settle",)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    @admin.display(description="player now")
    def person(self, report: NameReport) -> str:
        url = reverse("admin:accounts_user_change", args=[report.user_id])
        return format_html('<a href="{}">{}</a>', url, report.user.username)

    @admin.action(description="Settle: nothing more is to be done")
    def settle(self, request: HttpRequest, reports: QuerySet[NameReport]) -> None:
        reports.filter(settled_at=None).update(settled_at=timezone.now())


@admin.register(Token)
class TokenAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    """Tokens without their secrets, which nobody has."""

    list_display = ("hint", "name", "user", "scopes", "expires_at", "last_used_at", "revoked_at")
    list_filter = (("revoked_at", admin.EmptyFieldListFilter), "created_at")
    list_select_related = ("user",)
    search_fields = ("user__username", "name", "hint")
    readonly_fields = (
        "user",
        "name",
        "hint",
        "scopes",
        "created_at",
        "expires_at",
        "last_used_at",
        "revoked_at",
    )
    actions = ("revoke",)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    @admin.action(description="Revoke")
    def revoke(self, request: HttpRequest, chosen: QuerySet[Token]) -> None:
        for token in chosen:
            tokens.revoke(token)


@admin.register(ForbiddenWord)
class ForbiddenWordAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    list_display = ("word", "whole")
    search_fields = ("word",)


@admin.register(BlockedName)
class BlockedNameAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    list_display = ("folded", "user", "until")
    search_fields = ("folded",)
    raw_id_fields = ("user",)
