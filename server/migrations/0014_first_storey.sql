-- while a version is processed: where what can be seen of it already is, null before that
alter table bim_file_variants add column first_key text;
