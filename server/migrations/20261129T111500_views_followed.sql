-- VIEWS_FOLLOWED: viewpoints got the elements of another version, while no place of the issue changed
alter table issue_log drop constraint issue_log_kind_check;
alter table issue_log add constraint issue_log_kind_check check (kind in ('CREATED', 'CHANGED', 'DELETED', 'RESTORED', 'COMMENTED', 'COMMENT_EDITED', 'COMMENT_DELETED', 'ATTACHED', 'DETACHED', 'MARKED_UP', 'VIEW_ADDED', 'VIEW_REMOVED', 'PLACED', 'UNPLACED', 'RELATED', 'UNRELATED', 'FOLLOWED', 'VIEWS_FOLLOWED', 'LOCATED', 'MERGED'));
