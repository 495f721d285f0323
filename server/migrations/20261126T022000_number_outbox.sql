-- Numbers committed outbox rows in one call. Each statement of the function sees what was committed before the lock.
create function number_outbox(lock_key bigint, most integer)
returns table (seq bigint, type text, project_id uuid, audience jsonb, data jsonb)
language plpgsql volatile as $$
#variable_conflict use_column
begin
  perform pg_advisory_xact_lock(lock_key);
  return query
    with unsent as (
      select o.id from outbox o where o.seq is null order by o.created_at, o.id limit most
    ), numbered as (
      select u.id, nextval('outbox_seq') as number from unsent u
    ), updated as (
      update outbox o set seq = n.number from numbered n where o.id = n.id
      returning o.seq, o.type, o.project_id, o.audience, o.data
    )
    select * from updated order by seq;
end $$;
