import { toast } from './toast.ts'

/** Copies by a selection, which pages without HTTPS may do, too; the field stands in the open dialog, which holds the focus. */
function copySelection(text: string): boolean {
  const focused = document.activeElement
  const field = document.createElement('textarea')
  field.value = text
  field.readOnly = true
  field.style.cssText = 'position:fixed;opacity:0'
  const within = focused?.closest('[role=dialog], [role=menu]') ?? document.body
  within.append(field)
  field.select()
  const isCopied = document.execCommand('copy')
  field.remove()
  if (focused instanceof HTMLElement) focused.focus()
  return isCopied
}

/**
 * Copies a text to the clipboard; false after saying that the browser refused.
 *
 *     if (await copyText(link, text.notCopied)) toast.success({ text: text.linkCopied })
 */
export async function copyText(text: string, refused: string): Promise<boolean> {
  try {
    // browsers offer it over HTTPS and on this machine only
    if (navigator.clipboard) {
      await navigator.clipboard.writeText(text)
      return true
    }
  } catch {
    // such as without permission: the other way may be open
  }
  if (copySelection(text)) return true
  toast.error({ text: refused })
  return false
}
