import { useState } from 'react'
import * as z from 'zod/mini'
import { AlertDialog } from '../ui/AlertDialog.tsx'
import { Button } from '../ui/Button.tsx'
import { CommandPalette } from '../ui/CommandPalette.tsx'
import { Dialog, DialogActions } from '../ui/Dialog.tsx'
import { Drawer } from '../ui/Drawer.tsx'
import { Field } from '../ui/Field.tsx'
import { Form } from '../ui/Form.tsx'
import { FullScreen } from '../ui/FullScreen.tsx'
import { Input } from '../ui/Input.tsx'
import { Popover } from '../ui/Popover.tsx'
import { Select } from '../ui/Select.tsx'
import { Textarea } from '../ui/Textarea.tsx'
import { toast } from '../ui/toast.ts'
import { Example, ExampleRow } from './Example.tsx'

const NewIssue = z.object({
  name: z.string().check(z.minLength(1)),
  description: z.string(),
  type: z.string(),
})
const types = [
  { value: 'DEFECT', label: 'Defect' },
  { value: 'CLASH', label: 'Clash' },
] as const

const places = [
  {
    label: 'Projects',
    items: [
      { id: 'a', label: 'Harbour Tower', detail: 'HT-2026', keys: 'G P', run: () => toast.success() },
      { id: 'b', label: 'Mill Lane', run: () => toast.success() },
    ],
  },
]

export function OverlayExamples() {
  const [open, setOpen] = useState<'dialog' | 'alert' | 'whole' | 'drawer' | 'sheet' | 'palette' | null>(null)
  const [query, setQuery] = useState('')
  const close = () => setOpen(null)
  return (
    <>
      <h2 className="pt-6 pb-3 font-semibold text-20">Overlays</h2>
      <Example name="Dialog, AlertDialog, FullScreen, Drawer, Popover, CommandPalette">
        <ExampleRow>
          <Button onClick={() => setOpen('dialog')}>New issue</Button>
          <Button onClick={() => setOpen('alert')}>Delete project</Button>
          <Button onClick={() => setOpen('whole')}>Photo</Button>
          <Button onClick={() => setOpen('drawer')}>Notifications</Button>
          <Button onClick={() => setOpen('sheet')}>Sheet from below</Button>
          <Button onClick={() => setOpen('palette')}>Command palette</Button>
          <Popover label="Filters" showLabel trigger={<Button>Filters</Button>}>
            <Field label="Type">
              <Select options={types} placeholder="Any" />
            </Field>
          </Popover>
        </ExampleRow>
        <CommandPalette
          open={open === 'palette'}
          onClose={close}
          label="Search and commands"
          query={query}
          onQuery={setQuery}
          groups={places.filter(({ items }) => items.some(({ label }) => label.includes(query)))}
          empty="No matches"
        />
        <Dialog open={open === 'dialog'} onClose={close} title="New issue" description="In Harbour Tower">
          <Form schema={NewIssue} onSubmit={close}>
            <Field name="name" label="Title" required>
              <Input />
            </Field>
            <Field name="description" label="Description">
              <Textarea />
            </Field>
            <Field name="type" label="Type">
              <Select options={types} defaultValue="DEFECT" />
            </Field>
            <DialogActions>
              <Button look="primary" type="submit">
                Create issue
              </Button>
            </DialogActions>
          </Form>
        </Dialog>
        <AlertDialog
          open={open === 'alert'}
          onClose={close}
          title="Delete project"
          action="Delete project"
          typeToConfirm={{ text: 'Harbour Tower', label: 'Type Harbour Tower' }}
          onConfirm={close}
        >
          All models, issues and files of Harbour Tower are deleted. Nobody can bring them back.
        </AlertDialog>
        <FullScreen
          open={open === 'whole'}
          onClose={close}
          dirty
          title="North wall.jpg"
          actions={(cancel) => <Button onClick={cancel}>Cancel</Button>}
        >
          <p className="p-4 text-text-muted">A photo with something drawn on it.</p>
        </FullScreen>
        <Drawer open={open === 'drawer'} onClose={close} title="Notifications">
          <p className="text-text-muted">Ducts_L3.ifc, version 4, is ready to view.</p>
        </Drawer>
        <Drawer side="bottom" modal={false} open={open === 'sheet'} onClose={close} title="Tree">
          <p className="text-text-muted">The panel of the viewer on a phone.</p>
        </Drawer>
      </Example>
      <Example name="Toast">
        <ExampleRow>
          <Button onClick={() => toast.success()}>Success</Button>
          <Button onClick={() => toast.error()}>Error</Button>
          <Button onClick={() => toast.error({ text: 'bad password' })}>Server text</Button>
          <Button
            onClick={() =>
              toast.success({
                title: 'Issue #42 created',
                action: { label: 'Undo', run: () => toast.success({ title: 'Issue #42 deleted' }) },
              })
            }
          >
            With undo
          </Button>
        </ExampleRow>
      </Example>
    </>
  )
}
