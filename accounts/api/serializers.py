"""What the accounts part of the API reads and writes."""

from typing import Any, cast

from rest_framework import serializers

from accounts.models import Token
from accounts.preferences import CHOICES, DEFAULTS
from accounts.services.tokens import SCOPES

Data = dict[str, Any]


class Strict(serializers.Serializer[Any]):
    """Refuses fields it does not know, naming them."""

    def to_internal_value(self, data: Any) -> Any:
        if isinstance(data, dict):
            unknown = sorted(str(key) for key in data if key not in self.fields)
            if unknown:
                raise serializers.ValidationError({name: ["Unknown field."] for name in unknown})
        return super().to_internal_value(data)


class WholeNumber(serializers.IntegerField):
    """A JSON number without a fraction: not its text, not ``1.0``, not ``true``."""

    def to_internal_value(self, data: Any) -> int:
        if type(data) is not int:
            self.fail("invalid")
        return int(super().to_internal_value(data))


class Text(serializers.CharField):
    """A JSON text: no number that could be written as one."""

    def to_internal_value(self, data: Any) -> str:
        if not isinstance(data, str):
            self.fail("invalid")
        return str(super().to_internal_value(data))


class Flag(serializers.BooleanField):
    """``true`` or ``false`` and no other word for them."""

    def to_internal_value(self, data: Any) -> bool:
        if not isinstance(data, bool):
            self.fail("invalid", input=data)
        return data


def _preference(name: str, default: Any) -> serializers.Field[Any, Any, Any, Any]:
    if isinstance(default, bool):
        return serializers.BooleanField(required=False, allow_null=True)
    return serializers.ChoiceField(
        choices=[str(choice) for choice in CHOICES[name]], required=False, allow_null=True
    )


class PreferencesSerializer(serializers.Serializer[Data]):
    """Every setting; in a change, only those that change (``null``: back to the default)."""

    def get_fields(self) -> dict[str, Any]:
        return {name: _preference(name, default) for name, default in DEFAULTS.items()}


class MeSerializer(serializers.Serializer[Data]):
    name = serializers.CharField(allow_null=True)
    kind = serializers.ChoiceField(choices=["stranger", "guest", "person", "bot"])
    created_at = serializers.DateTimeField(allow_null=True)
    suspended = serializers.BooleanField()
    staff = serializers.BooleanField()
    email = serializers.EmailField(allow_null=True, help_text="Only for a session or `account`.")
    email_confirmed = serializers.BooleanField()
    has_password = serializers.BooleanField()
    scopes = serializers.ListField(child=serializers.ChoiceField(choices=list(SCOPES)))
    guest_waiting = serializers.CharField(
        allow_null=True, help_text="A guest of this session whose games may be brought along."
    )
    preferences = PreferencesSerializer()


class NameSerializer(Strict):
    name = serializers.CharField(max_length=200, trim_whitespace=False)


class NameAnswerSerializer(serializers.Serializer[Data]):
    name = serializers.CharField()
    free = serializers.BooleanField()
    code = serializers.CharField(allow_null=True)
    message = serializers.CharField(allow_null=True)


class GuestChoiceSerializer(Strict):
    bring = serializers.BooleanField(help_text="Whether the guest's games become yours.")
    token = serializers.CharField(
        required=False,
        write_only=True,
        max_length=200,
        help_text="The guest's bearer token, where the guest is not of this session.",
    )


class ConfirmSerializer(Strict):
    name = serializers.CharField(help_text="Your own name, to confirm.", max_length=200)
    password = serializers.CharField(
        required=False, write_only=True, max_length=200, trim_whitespace=False
    )


class SignOutSerializer(Strict):
    tokens = serializers.BooleanField(
        default=False, help_text="Also revoke every personal token and app."
    )


class SignOutAnswerSerializer(serializers.Serializer[Data]):
    sessions = serializers.IntegerField()


class TokenSerializer(serializers.ModelSerializer[Token]):
    scopes = serializers.ListField(child=serializers.ChoiceField(choices=list(SCOPES)))

    class Meta:
        model = Token
        fields: tuple[str, ...] = (
            "id",
            "name",
            "hint",
            "scopes",
            "created_at",
            "expires_at",
            "last_used_at",
        )
        read_only_fields = fields


class NewTokenSerializer(Strict):
    name = serializers.CharField(max_length=80)
    scopes = serializers.ListField(
        child=serializers.ChoiceField(choices=list(SCOPES)), min_length=1, max_length=len(SCOPES)
    )
    expires_at = serializers.DateTimeField(required=False, allow_null=True, default=None)


class MadeTokenSerializer(TokenSerializer):
    token = serializers.CharField(help_text="The secret; shown this once.")

    class Meta(TokenSerializer.Meta):
        fields = (*TokenSerializer.Meta.fields, "token")
        read_only_fields = fields


class ProfileSerializer(serializers.Serializer[Data]):
    name = serializers.CharField()
    kind = serializers.ChoiceField(choices=["guest", "person", "bot"])
    created_at = serializers.DateTimeField()
    suspended = serializers.BooleanField()


class ReportSerializer(Strict):
    reason = serializers.CharField(max_length=500, allow_blank=True, default="")


def read(serializer: type[serializers.Serializer[Any]], data: Any) -> Data:
    """The checked fields of a request's body; 400 ``bad_request`` names what is wrong."""
    instance = serializer(data=data)
    instance.is_valid(raise_exception=True)
    return cast(Data, instance.validated_data)
