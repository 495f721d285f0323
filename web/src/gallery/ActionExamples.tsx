import { Copy, Ellipsis, Eye, Plus, Ruler, Trash2, Upload } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../ui/Button.tsx'
import { ButtonLink } from '../ui/ButtonLink.tsx'
import { ContextMenu } from '../ui/ContextMenu.tsx'
import { CopyButton } from '../ui/CopyButton.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { Kbd } from '../ui/Kbd.tsx'
import { Link } from '../ui/Link.tsx'
import { Mark, Wordmark } from '../ui/Mark.tsx'
import {
  Menu,
  MenuCheck,
  MenuChoice,
  MenuGroup,
  MenuItem,
  MenuLink,
  MenuSeparator,
  Submenu,
} from '../ui/Menu.tsx'
import { Tooltip } from '../ui/Tooltip.tsx'
import { Example, ExampleRow } from './Example.tsx'

const companies = [
  { value: 'harbour', label: 'Harbour Builders' },
  { value: 'north', label: 'Northern Steel' },
] as const

export function ActionExamples() {
  const [measuring, setMeasuring] = useState(true)
  const [spaces, setSpaces] = useState(true)
  const [company, setCompany] = useState<'harbour' | 'north'>('harbour')
  const [result, setResult] = useState('nothing yet')
  return (
    <>
      <h2 className="pt-6 pb-3 font-semibold text-20">Actions</h2>
      <Example name="Mark and Wordmark">
        <ExampleRow>
          <Wordmark />
          <Mark className="size-12 text-accent" />
          <Mark className="size-6" />
          <Mark />
        </ExampleRow>
      </Example>
      <Example name="Button">
        <div className="flex flex-col gap-3">
          <ExampleRow>
            <Button look="primary" icon={<Plus aria-hidden />}>
              New issue
            </Button>
            <Button>Import BCF</Button>
            <Button look="ghost">Cancel</Button>
            <Button look="danger">Delete project</Button>
          </ExampleRow>
          <ExampleRow>
            <Button look="primary" loading>
              Create issue
            </Button>
            <Button loading>Refresh</Button>
            <Button look="primary" disabled="Only editors can upload models" icon={<Upload aria-hidden />}>
              Upload model
            </Button>
            <Button disabled>Restart</Button>
            <Button look="danger" disabled="The last administrator cannot leave">
              Leave
            </Button>
          </ExampleRow>
          <ExampleRow>
            <Button size="small" look="primary">
              Small
            </Button>
            <Button size="small">Small</Button>
            <Button size="small" look="ghost">
              Small
            </Button>
          </ExampleRow>
        </div>
      </Example>
      <Example name="IconButton">
        <ExampleRow>
          <IconButton
            name="Measure"
            keys="M"
            icon={<Ruler aria-hidden />}
            pressed={measuring}
            onClick={() => setMeasuring(!measuring)}
          />
          <IconButton name="Show all" keys="Shift H" icon={<Eye aria-hidden />} />
          <IconButton
            name="Delete"
            look="secondary"
            icon={<Trash2 aria-hidden />}
            disabled="Only its author can delete it"
          />
          <IconButton name="Copy" size="small" look="secondary" icon={<Copy aria-hidden />} />
          <IconButton name="Copy" loading icon={<Copy aria-hidden />} />
        </ExampleRow>
      </Example>
      <Example name="CopyButton">
        <ExampleRow>
          <CopyButton text="K7QF-3M9D" />
          <CopyButton text="K7QF-3M9D" label="Copy the code" size="small" />
        </ExampleRow>
      </Example>
      <Example name="Link, ButtonLink, Kbd, Tooltip">
        <ExampleRow>
          <Link href="#projects">All projects</Link>
          <Link href="https://example.com" newTab>
            Help center
          </Link>
          <Link href="#tower" quiet>
            Harbour Tower
          </Link>
          <ButtonLink href="#signup">Create account</ButtonLink>
          <Kbd keys="Ctrl Enter" />
          <Tooltip text="12 elements are hidden" keys="Shift H">
            <button type="button" className="rounded-mark underline decoration-dotted">
              12 hidden
            </button>
          </Tooltip>
        </ExampleRow>
      </Example>
      <Example name="Menu and ContextMenu">
        <ExampleRow>
          <Menu trigger={<Button>Actions</Button>}>
            <MenuItem icon={<Copy aria-hidden />} keys="Ctrl C" onSelect={() => setResult('copied')}>
              Copy link
            </MenuItem>
            <MenuLink href="#settings" icon={<Eye aria-hidden />}>
              Settings
            </MenuLink>
            <Submenu label="Export">
              <MenuItem onSelect={() => setResult('PDF')}>PDF</MenuItem>
              <MenuItem onSelect={() => setResult('BCF 3.0')}>BCF 3.0</MenuItem>
            </Submenu>
            <MenuSeparator />
            <MenuCheck checked={spaces} onChange={setSpaces}>
              Show spaces
            </MenuCheck>
            <MenuChoice label="Companies" options={companies} value={company} onChange={setCompany} />
            <MenuGroup label="For administrators">
              <MenuItem disabled="The project is archived" onSelect={() => setResult('never')}>
                Rename
              </MenuItem>
              <MenuItem danger icon={<Trash2 aria-hidden />} onSelect={() => setResult('deleted')}>
                Delete
              </MenuItem>
            </MenuGroup>
          </Menu>
          <Menu align="end" trigger={<IconButton name="More" icon={<Ellipsis aria-hidden />} />}>
            <MenuItem onSelect={() => setResult('more')}>Duplicate</MenuItem>
          </Menu>
          <ContextMenu items={<MenuItem onSelect={() => setResult('hidden')}>Hide</MenuItem>}>
            <div className="rounded-control border border-line-strong border-dashed px-3 py-1.5 text-text-muted">
              Right click or long press
            </div>
          </ContextMenu>
          <output className="text-13 text-text-muted">Chosen: {result}</output>
        </ExampleRow>
      </Example>
    </>
  )
}
