-- archives of BCF 1.0 are read
alter table bcf_imports drop constraint bcf_imports_version_check;
alter table bcf_imports add constraint bcf_imports_version_check check (version in ('1.0', '2.0', '2.1', '3.0'));
