-- A search reads which properties of 1,500 models are about it: from the index alone, as their rows have the most frequent
-- values, too.
create index element_properties_named on element_properties (model_id, kind, name) include (id, set_name, unit);
