-- The file, version, element and grid axes of a marker that was placed in the model; null: its coordinates were typed or never set
alter table markers add column anchor jsonb;
