import {
  createIssueView,
  deleteIssueView,
  type IssueView,
  updateIssueView,
} from '@plumbline/contract/issues/lists'
import type { Project } from '@plumbline/contract/projects/projects'
import { isLevelAtLeast } from '@plumbline/contract/roles'
import { Ellipsis } from 'lucide-react'
import { useState } from 'react'
import { useWrite } from '../../api/query.ts'
import { useMe } from '../../api/session.ts'
import { Button } from '../../ui/Button.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { Dialog, DialogActions } from '../../ui/Dialog.tsx'
import { Field } from '../../ui/Field.tsx'
import { Form } from '../../ui/Form.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { Input } from '../../ui/Input.tsx'
import { Menu, MenuItem } from '../../ui/Menu.tsx'
import { Select } from '../../ui/Select.tsx'
import { toast } from '../../ui/toast.ts'
import { useListText } from '../list/text.ts'
import { mayChangeView } from './may-change-view.ts'

interface ViewsProps {
  project: Project
  views: readonly IssueView[]
  /** query string of the current list */
  query: string
  onClose: () => void
}
const NEW = 'new'

export function IssueViewDialogs({ kind, ...props }: ViewsProps & { kind: 'save' | 'manage' }) {
  return kind === 'save' ? <SaveIssueViewDialog {...props} /> : <ManageIssueViewsDialog {...props} />
}

/** Permissions of the current user for saved views in this project. */
function useViewPermissions(project: Project) {
  const me = useMe()
  const isEditor = isLevelAtLeast(project.my_permission_level, 'EDITOR')
  return {
    mayShare: isLevelAtLeast(project.my_permission_level, 'CONTRIBUTOR'),
    mayChange: (view: IssueView) => mayChangeView(view, me.id, isEditor),
    // a private view is seen by its author only
    isOwn: (view: IssueView) => view.created_by === me.id,
  }
}

/** Saves the current list as a new view or over an existing one. */
function SaveIssueViewDialog({ project, views, query, onClose }: ViewsProps) {
  const text = useListText()
  const { mayShare, mayChange } = useViewPermissions(project)
  const [replaced, setReplaced] = useState(NEW)
  const [name, setName] = useState('')
  const [isShared, setShared] = useState(false)
  const params = { id: project.id }
  const done = (view: IssueView) => {
    toast.success({ title: text.viewSaved(view.name) })
    onClose()
  }
  const create = useWrite(createIssueView, { onDone: done })
  const update = useWrite(updateIssueView, { onDone: done })
  const body = { name, is_shared: isShared, query }
  const own = views.filter(mayChange)
  return (
    <Dialog open onClose={onClose} title={text.saveView}>
      <Form
        schema={createIssueView.body}
        draft={`new-issue-view.${project.id}`}
        // an overwritten view keeps its name, so the hidden field only has to pass validation
        fixed={replaced === NEW ? body : { ...body, name: name || '-' }}
        onSubmit={() =>
          replaced === NEW
            ? create.send({ params, body })
            : update.send({ params: { ...params, issueViewId: replaced }, body: { query } })
        }
        errors={create.error?.fields}
      >
        {own.length > 0 && (
          <Field label={text.viewReplace} className="mb-3">
            <Select
              options={[
                { value: NEW, label: text.viewNew },
                ...own.map(({ id, name }) => ({ value: id, label: name })),
              ]}
              value={replaced}
              onChange={(id) => setReplaced(id ?? NEW)}
            />
          </Field>
        )}
        {replaced === NEW && (
          <>
            <Field name="name" label={text.viewName} required>
              <Input maxLength={120} value={name} onChange={setName} />
            </Field>
            <Checkbox
              label={text.viewShared}
              help={mayShare ? undefined : text.viewNoShare}
              disabled={!mayShare}
              checked={isShared}
              onChange={setShared}
            />
          </>
        )}
        <DialogActions>
          <Button look="primary" type="submit">
            {text.save}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  )
}

function ManageIssueViewsDialog(props: ViewsProps) {
  const text = useListText()
  return (
    <Dialog open onClose={props.onClose} title={text.manageViews}>
      {props.views.length === 0 && <p className="text-text-muted">{text.noViews}</p>}
      <ul className="pb-4">
        {props.views.map((view) => (
          <ViewRow key={view.id} {...props} view={view} />
        ))}
      </ul>
    </Dialog>
  )
}

function ViewRow({ project, query, view }: ViewsProps & { view: IssueView }) {
  const text = useListText()
  const { mayShare, mayChange, isOwn } = useViewPermissions(project)
  const [renaming, setRenaming] = useState(false)
  const [name, setName] = useState(view.name)
  const params = { id: project.id, issueViewId: view.id }
  const update = useWrite(updateIssueView, {
    onDone: (saved) => {
      setRenaming(false)
      toast.success({ title: text.viewSaved(saved.name) })
    },
  })
  const create = useWrite(createIssueView)
  const remove = useWrite(deleteIssueView, {
    onDone: () =>
      toast.success({
        title: text.viewDeleted(view.name),
        action: {
          label: text.undo,
          run: () =>
            create.run({
              params: { id: project.id },
              body: { name: view.name, is_shared: view.is_shared, query: view.query },
            }),
        },
      }),
  })
  if (renaming)
    return (
      <li className="flex min-h-11 items-center gap-2">
        <form
          className="flex flex-1 gap-2"
          onSubmit={(event) => {
            event.preventDefault()
            if (name.trim()) update.run({ params, body: { name: name.trim() } })
          }}
        >
          <Input autoFocus aria-label={text.viewName} maxLength={120} value={name} onChange={setName} />
          <Button type="submit" loading={update.pending}>
            {text.save}
          </Button>
        </form>
      </li>
    )
  return (
    <li className="flex min-h-11 items-center gap-2 border-line border-b last:border-b-0">
      <span className="min-w-0 flex-1 truncate">{view.name}</span>
      {view.is_shared && <span className="text-13 text-text-muted">{text.sharedViews}</span>}
      {mayChange(view) && (
        <Menu
          align="end"
          trigger={
            <IconButton size="small" name={text.viewActions(view.name)} icon={<Ellipsis aria-hidden />} />
          }
        >
          <MenuItem onSelect={() => update.run({ params, body: { query } })}>{text.replaceView}</MenuItem>
          <MenuItem onSelect={() => setRenaming(true)}>{text.renameView}</MenuItem>
          {isOwn(view) && (
            <MenuItem
              disabled={!view.is_shared && !mayShare && text.viewNoShare}
              onSelect={() => update.run({ params, body: { is_shared: !view.is_shared } })}
            >
              {view.is_shared ? text.unshareView : text.shareView}
            </MenuItem>
          )}
          <MenuItem danger onSelect={() => remove.run({ params })}>
            {text.deleteView}
          </MenuItem>
        </Menu>
      )}
    </li>
  )
}
