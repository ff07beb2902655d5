-- Runs once, when the data volume is new: a role that owns the product's database and nothing else. The services sign
-- in with it; the superuser is for operators.
\set password `cat /run/secrets/database_password`
create role pmcw login password :'password';
create database pmcw owner pmcw;
revoke connect, temporary on database pmcw from public;
