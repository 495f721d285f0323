-- Meshes compressed with Draco or KTX2 are shown since this version: their files no longer carry the note that they are not
update bim_file_variants
set warnings = coalesce((select jsonb_agg(note) from jsonb_array_elements(warnings) as note where note ->> 'code' <> 'COMPRESSION'), '[]')
where warnings @> '[{"code": "COMPRESSION"}]';
