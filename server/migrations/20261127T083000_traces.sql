-- The trace of the request that queued a version (W3C traceparent): whichever worker converts it later continues it.
alter table bim_file_variants add column traceparent text;
