-- the caller says which fields travel as labels, so that a new one of them needs no new function
drop function bcf_topic_actions(text, jsonb);
create function bcf_topic_actions(kind text, data jsonb, label_fields text[])
returns table (ord bigint, type text, field text, value jsonb) language sql immutable as $$
  with told as (
    select 0 as ord, f.key as field, null::jsonb as was, f.value as is_now
    from jsonb_each(case when kind = 'CREATED' then data->'fields' end) f
    union all
    select c.ord, c.value->>'field', c.value->'from', c.value->'to'
    from jsonb_array_elements(case when kind = 'CHANGED' then data->'changes' end) with ordinality c (value, ord)
  ), named as (
    select ord, field, nullif(nullif(was, 'null'), '""') as was, nullif(nullif(is_now, 'null'), '""') as is_now
    from told
  )
  select 0, 'topic_created', null, null where kind = 'CREATED'
  union all
  select ord, case
    when field = 'name' then 'title_updated'
    when field in ('status', 'type', 'priority') then field || '_updated'
    when field = 'stage' then case
      when is_now is null then 'stage_removed' when was is null then 'stage_added' else 'stage_updated' end
    else case field when 'assignee_id' then 'assigned_to' else field end
      || case when is_now is null then '_removed' else '_updated' end
    end, field, is_now
  from named
  where field in ('name', 'description', 'status', 'type', 'priority', 'due_date', 'assignee_id', 'stage')
    and (was is not null or is_now is not null)
  union all
  -- what travels as labels: our labels, and one label for each of the rest
  select ord, 'label_removed', field, gone.value
  from named, jsonb_array_elements(case when field = 'labels' then was else jsonb_build_array(was) end) gone
  where (field = 'labels' or field = any (label_fields)) and was is not null and was <> '"GENERAL"'
    and not (field = 'labels' and coalesce(is_now, '[]') @> gone.value)
  union all
  select ord, 'label_added', field, new.value
  from named, jsonb_array_elements(case when field = 'labels' then is_now else jsonb_build_array(is_now) end) new
  where (field = 'labels' or field = any (label_fields)) and is_now is not null and is_now <> '"GENERAL"'
    and not (field = 'labels' and coalesce(was, '[]') @> new.value)
$$;
