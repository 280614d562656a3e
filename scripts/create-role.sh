#!/bin/sh
# Run once by the image of PostgreSQL, as its superuser, when its folder is empty: the product gets a role that owns its
# database and nothing else. psql quotes the password, whatever is in it.
set -eu
psql --set ON_ERROR_STOP=1 --set password="$CHATWRIGHT_ROLE_PASSWORD" --username "$POSTGRES_USER" --dbname postgres <<'SQL'
CREATE ROLE chatwright LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION PASSWORD :'password';
CREATE DATABASE chatwright OWNER chatwright;
REVOKE ALL ON DATABASE chatwright FROM PUBLIC;
REVOKE ALL ON DATABASE postgres FROM PUBLIC;
SQL
# The extension that vector nodes use, where this PostgreSQL has it: a role like ours may not install one.
psql --set ON_ERROR_STOP=1 --username "$POSTGRES_USER" --dbname chatwright <<'SQL'
SELECT 'CREATE EXTENSION vector' FROM pg_available_extensions WHERE name = 'vector' \gexec
SQL
