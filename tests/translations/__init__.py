"""Catalogues of translations: marked messages, translations, compiled files."""
