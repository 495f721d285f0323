-- Appends an entry to the log of a project. Each statement of the function sees what was committed before the lock, so
-- PostgreSQL does not evaluate the calling statement again after waiting for it.
create function append_issue_log(
  project_id uuid, issue_id uuid, at timestamptz, by_user_id uuid, kind text, data jsonb, bulk_id uuid,
  -- the canonical JSON of the entry up to its last value, the number
  text_before_seq text
) returns bigint
language plpgsql volatile as $$
#variable_conflict use_column
declare
  chain record;
  entry_hash bytea;
begin
  select seq + 1 as seq, hash into chain from issue_chains where project_id = append_issue_log.project_id for update;
  if not found then raise exception 'The log of project % has no head', append_issue_log.project_id; end if;
  entry_hash := sha256(chain.hash || convert_to(append_issue_log.text_before_seq || chain.seq || '}', 'UTF8'));
  insert into issue_log (project_id, seq, issue_id, at, by_user_id, kind, data, bulk_id, hash)
  values (append_issue_log.project_id, chain.seq, append_issue_log.issue_id, append_issue_log.at,
    append_issue_log.by_user_id, append_issue_log.kind, append_issue_log.data, append_issue_log.bulk_id, entry_hash);
  update issue_chains set seq = chain.seq, hash = entry_hash where project_id = append_issue_log.project_id;
  return chain.seq;
end $$;
