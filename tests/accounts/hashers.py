"""Argon2 with parameters for tests, where a password hash need not withstand anybody."""

from django.contrib.auth.hashers import Argon2PasswordHasher


class Quick(Argon2PasswordHasher):
    time_cost = 1
    memory_cost = 8
    parallelism = 1
