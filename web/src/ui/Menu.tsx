import { Menu as BaseMenu } from '@base-ui/react/menu'
import { Check, ChevronRight } from 'lucide-react'
import type { ReactElement, ReactNode } from 'react'
import { floatingClass, optionClass } from './control-classes.ts'
import { cx } from './cx.ts'
import { Kbd } from './Kbd.tsx'
import { useNavigateOnClick } from './Link.tsx'
import { useGrowingList } from './use-growing-list.ts'

export const menuPopupClass = cx(
  floatingClass,
  'max-h-(--available-height) min-w-44 max-w-[min(24rem,var(--available-width))] overflow-y-auto p-1',
)

/**
 * A dropdown menu behind a button.
 *
 *     <Menu trigger={<IconButton name="More" icon={<Ellipsis />} />}>
 *       <MenuItem icon={<Copy />} onSelect={copy}>Copy link</MenuItem> <MenuSeparator /> … </Menu>
 */
export function Menu(props: {
  trigger: ReactElement
  align?: 'start' | 'center' | 'end'
  side?: 'top' | 'bottom'
  /** controlled state, for menus opened in another way than by the trigger, such as a right click on a canvas */
  open?: boolean
  onOpenChange?: (open: boolean) => void
  /** its items, `MenuSign`s, are side by side */
  isRow?: boolean
  children: ReactNode
}) {
  return (
    <BaseMenu.Root
      open={props.open}
      onOpenChange={props.onOpenChange}
      orientation={props.isRow ? 'horizontal' : 'vertical'}
    >
      <BaseMenu.Trigger render={props.trigger} />
      <BaseMenu.Portal>
        <BaseMenu.Positioner
          align={props.align ?? 'start'}
          side={props.side ?? 'bottom'}
          sideOffset={4}
          collisionPadding={8}
          className="z-50"
        >
          <BaseMenu.Popup className={cx(menuPopupClass, props.isRow && 'flex min-w-0 flex-wrap')}>
            {props.children}
          </BaseMenu.Popup>
        </BaseMenu.Positioner>
      </BaseMenu.Portal>
    </BaseMenu.Root>
  )
}

interface MenuItemProps {
  children: ReactNode
  icon?: ReactNode
  /** shortcut of the same action: 'Shift H' */
  keys?: string
  danger?: boolean
  /** true, or the reason, which is shown below the label */
  disabled?: boolean | string
}

/** An action in a menu. `<MenuItem icon={<Trash />} danger onSelect={remove}>Delete</MenuItem>` */
export function MenuItem({ onSelect, ...item }: MenuItemProps & { onSelect: () => void }) {
  return (
    <BaseMenu.Item
      onClick={onSelect}
      disabled={Boolean(item.disabled)}
      className={cx(optionClass, item.danger && 'text-danger data-highlighted:bg-danger-soft')}
    >
      <MenuItemText {...item} />
    </BaseMenu.Item>
  )
}

/** A link in a menu. `<MenuLink href={paths.account()} icon={<Building />}>Settings</MenuLink>` */
export function MenuLink({
  href,
  newTab,
  ...item
}: Omit<MenuItemProps, 'disabled' | 'danger'> & { href: string; newTab?: boolean }) {
  const navigate = useNavigateOnClick()
  return (
    <BaseMenu.LinkItem
      href={href}
      {...(newTab && { target: '_blank', rel: 'noreferrer' })}
      onClick={navigate}
      closeOnClick
      className={optionClass}
    >
      <MenuItemText {...item} />
    </BaseMenu.LinkItem>
  )
}

function MenuItemText({ icon, children, keys, disabled }: MenuItemProps) {
  return (
    <>
      {icon && <span className="flex w-4 justify-center text-text-muted">{icon}</span>}
      <span className="flex min-w-0 flex-1 flex-col">
        <span className="truncate">{children}</span>
        {typeof disabled === 'string' && disabled && (
          <span className="whitespace-normal text-12 text-text-muted">{disabled}</span>
        )}
      </span>
      {keys && (
        <span className="ms-4 flex pointer-coarse:hidden">
          <Kbd keys={keys} />
        </span>
      )}
    </>
  )
}

/** A checkbox in a menu, which stays open. `<MenuCheck checked={on} onChange={setOn}>Show spaces</MenuCheck>` */
export function MenuCheck(props: {
  checked: boolean
  onChange: (checked: boolean) => void
  children: ReactNode
}) {
  return (
    <BaseMenu.CheckboxItem
      checked={props.checked}
      onCheckedChange={props.onChange}
      closeOnClick={false}
      className={cx(optionClass, 'ps-8')}
    >
      <BaseMenu.CheckboxItemIndicator className="absolute start-2">
        <Check aria-hidden />
      </BaseMenu.CheckboxItemIndicator>
      <span className="truncate">{props.children}</span>
    </BaseMenu.CheckboxItem>
  )
}

/** A sign to switch on or off in the row of a menu. `<MenuSign name="Done" checked={on} onChange={setOn}>✅</MenuSign>` */
export function MenuSign(props: {
  /** its accessible name and tooltip */
  name: string
  checked: boolean
  onChange: (checked: boolean) => void
  children: ReactNode
}) {
  return (
    <BaseMenu.CheckboxItem
      aria-label={props.name}
      title={props.name}
      checked={props.checked}
      onCheckedChange={props.onChange}
      closeOnClick
      className={cx(
        'grid size-9 cursor-default place-items-center rounded-control text-20 pointer-coarse:size-11',
        'outline-none data-highlighted:bg-sunken data-highlighted:outline-2 data-highlighted:outline-accent',
        props.checked && 'bg-accent-soft',
      )}
    >
      <span aria-hidden>{props.children}</span>
    </BaseMenu.CheckboxItem>
  )
}

/** A labelled radio group in a menu, rendered in steps where it is long. `<MenuChoice label="Companies" options={teams} value={team} onChange={setTeam} />` */
export function MenuChoice<V extends string>(props: {
  label: string
  options: readonly { value: V; label: string; icon?: ReactNode }[]
  value: V | null
  onChange: (value: V) => void
}) {
  const list = useGrowingList(props.options.length)
  return (
    <BaseMenu.Group>
      <BaseMenu.GroupLabel className="px-2 pt-2 pb-1 font-medium text-12 text-text-muted">
        {props.label}
      </BaseMenu.GroupLabel>
      <BaseMenu.RadioGroup value={props.value} onValueChange={(value: V) => props.onChange(value)}>
        {props.options.slice(0, list.count).map((option) => (
          <BaseMenu.RadioItem
            key={option.value}
            value={option.value}
            closeOnClick
            className={cx(optionClass, 'ps-8')}
          >
            <BaseMenu.RadioItemIndicator className="absolute start-2">
              <Check aria-hidden />
            </BaseMenu.RadioItemIndicator>
            {option.icon}
            <span className="truncate">{option.label}</span>
          </BaseMenu.RadioItem>
        ))}
        <div ref={list.end} />
      </BaseMenu.RadioGroup>
    </BaseMenu.Group>
  )
}

/** A labelled group in a menu. `<MenuGroup label="Export"><MenuItem …/></MenuGroup>` */
export function MenuGroup(props: { label: string; children: ReactNode }) {
  return (
    <BaseMenu.Group>
      <BaseMenu.GroupLabel className="px-2 pt-2 pb-1 font-medium text-12 text-text-muted">
        {props.label}
      </BaseMenu.GroupLabel>
      {props.children}
    </BaseMenu.Group>
  )
}

/** A submenu. `<Submenu label="Set status">…</Submenu>` */
export function Submenu(props: { label: string; icon?: ReactNode; children: ReactNode }) {
  return (
    <BaseMenu.SubmenuRoot>
      <BaseMenu.SubmenuTrigger className={cx(optionClass, 'data-popup-open:bg-sunken')}>
        <MenuItemText icon={props.icon}>{props.label}</MenuItemText>
        <ChevronRight aria-hidden className="text-text-muted rtl:-scale-x-100" />
      </BaseMenu.SubmenuTrigger>
      <BaseMenu.Portal>
        <BaseMenu.Positioner sideOffset={2} alignOffset={-5} collisionPadding={8} className="z-50">
          <BaseMenu.Popup className={menuPopupClass}>{props.children}</BaseMenu.Popup>
        </BaseMenu.Positioner>
      </BaseMenu.Portal>
    </BaseMenu.SubmenuRoot>
  )
}

export function MenuSeparator() {
  return <BaseMenu.Separator className="-mx-1 my-1 h-px bg-line" />
}
