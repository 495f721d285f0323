import { CSPProvider } from '@base-ui/react/csp-provider'
import { DirectionProvider } from '@base-ui/react/direction-provider'
import { createContext, type ReactNode, use } from 'react'
import type { FieldIssue } from './form-values.ts'
import type { IssueStatus, Priority } from './issue-codes.ts'

/** Every word a component of this folder says by itself. Other languages come from the message catalogues. */
export interface UiText {
  /** BCP 47, for numbers */
  locale: string
  /** what is on the caps of keys that are not called so on every keyboard */
  keys: Partial<Record<string, string>>
  close: string
  cancel: string
  clear: string
  remove: (name: string) => string
  loading: string
  loadFailed: string
  tryAgain: string
  noResults: string
  showOptions: string
  searchFailed: string
  opensNewTab: string
  show: string
  hide: string
  showPassword: string
  hidePassword: string
  increase: string
  decrease: string
  codeDigit: (digit: number, of: number) => string
  checkFields: (count: number) => string
  fieldIssue: (issue: FieldIssue) => string
  /** what is wrong with a field, in the list above the form */
  inField: (label: string, problem: string) => string
  discardQuestion: string
  keepEditing: string
  discard: string
  draftRestored: string
  success: string
  changesApplied: string
  error: string
  serverError: string
  notifications: string
  selectAll: string
  selectRow: (row: string) => string
  openRow: (row: string) => string
  resize: string
  sheetHeight: string
  showAsTable: string
  showAsChart: string
  total: string
  label: string
  value: string
  chooseFile: (many: boolean) => string
  dropHere: string
  fileTooLarge: (limit: string) => string
  fileWrongType: (types: string) => string
  fileTooMany: (limit: number) => string
  fileEmpty: string
  uploadPicture: string
  uploadImage: string
  pictureHelp: (limit: string) => string
  pictureWrongType: string
  pictureTooMany: string
  pictureFrame: string
  pictureFrameHelp: string
  pictureSaved: string
  zoom: string
  percent: (part: number) => string
  uploading: string
  uploadFailed: string
  chooseAnother: string
  removePicture: string
  save: string
  done: string
  copy: string
  copied: string
  needsConnection: string
  status: Record<IssueStatus, string>
  priority: Record<Priority, string>
}

const wordedFormats: Record<string, string> = {
  email: 'Write an e-mail address, such as name@company.com',
  url: 'Write a web address, such as https://company.com',
  date: 'Write a date',
  datetime: 'Write a date and a time',
  uuid: 'This is not a valid identifier',
}

/** One sentence for what a schema refused; what a schema says in its own words (`custom`) is kept. */
function englishFieldIssue(issue: FieldIssue): string {
  const { code, origin, minimum, maximum } = issue
  if (issue.lacks) return issue.lacks === 'tick' ? 'Tick this box' : 'Fill this in'
  if (code === 'too_small' && origin === 'string') {
    return minimum === 1 ? 'Fill this in' : `Write at least ${minimum} characters`
  }
  if (code === 'too_big' && origin === 'string') return `Write at most ${maximum} characters`
  if (code === 'too_small' && origin === 'array') return `Choose at least ${minimum}`
  if (code === 'too_big' && origin === 'array') return `Choose at most ${maximum}`
  if (code === 'too_small') return `Enter ${minimum} or more`
  if (code === 'too_big') return `Enter ${maximum} or less`
  if (code === 'invalid_format') return wordedFormats[issue.format ?? ''] ?? 'This is not written as expected'
  if (code === 'invalid_value') return 'Choose one of the values'
  if (code === 'invalid_type') return 'This value does not fit here'
  return issue.message
}

export const englishUiText: UiText = {
  locale: 'en',
  keys: {},
  close: 'Close',
  cancel: 'Cancel',
  clear: 'Clear',
  remove: (name) => `Remove ${name}`,
  loading: 'Loading…',
  loadFailed: 'This could not be loaded',
  tryAgain: 'Try again',
  noResults: 'No results',
  showOptions: 'Show the choices',
  searchFailed: 'The search failed. Type on to try again.',
  opensNewTab: '(opens in a new tab)',
  show: 'Show',
  hide: 'Hide',
  showPassword: 'Show password',
  hidePassword: 'Hide password',
  increase: 'Increase',
  decrease: 'Decrease',
  codeDigit: (digit, of) => `Digit ${digit} of ${of}`,
  checkFields: (count) => (count === 1 ? 'Check one field' : `Check ${count} fields`),
  fieldIssue: englishFieldIssue,
  inField: (label, problem) => `${label}: ${problem}`,
  discardQuestion: 'Leave without saving your changes?',
  keepEditing: 'Keep editing',
  discard: 'Discard',
  draftRestored: 'Your unsaved changes are back.',
  success: 'Success',
  changesApplied: 'Changes applied',
  error: 'Error',
  serverError: 'Server error',
  notifications: 'Messages',
  selectAll: 'Select all',
  selectRow: (row) => `Select ${row}`,
  openRow: (row) => `Open ${row}`,
  resize: 'Resize the panels',
  sheetHeight: 'Height of the sheet',
  showAsTable: 'Show as table',
  showAsChart: 'Show as chart',
  total: 'Total',
  label: 'Label',
  value: 'Value',
  chooseFile: (many) => (many ? 'Choose files' : 'Choose a file'),
  dropHere: 'or drop or paste here',
  fileTooLarge: (limit) => `This file is larger than ${limit}`,
  fileWrongType: (types) => `Use ${types}`,
  fileTooMany: (limit) => (limit === 1 ? 'Choose one file' : `Choose at most ${limit} files`),
  fileEmpty: 'This file is empty',
  uploadPicture: 'Upload picture',
  uploadImage: 'Upload image',
  pictureHelp: (limit) => `JPG or PNG, at most ${limit}`,
  pictureWrongType: 'Use a JPG or PNG image',
  pictureTooMany: 'Choose one image',
  pictureFrame: 'Part of the picture that is shown',
  pictureFrameHelp: 'Drag it, or use the arrow keys and + and −.',
  pictureSaved: 'Saved. Move or zoom the picture to change the cut.',
  zoom: 'Zoom',
  percent: (part) => `${Math.round(part * 100)} %`,
  uploading: 'Uploading…',
  uploadFailed: 'The picture could not be uploaded',
  chooseAnother: 'Choose another',
  removePicture: 'Remove picture',
  save: 'Save',
  done: 'Done',
  copy: 'Copy',
  copied: 'Copied',
  needsConnection: 'You need a connection for this',
  status: {
    OPEN: 'Open',
    IN_PROGRESS: 'In progress',
    RESOLVED: 'Resolved',
    REOPENED: 'Reopened',
    CLOSED: 'Closed',
    VOID: 'Void',
  },
  priority: { LOW: 'Low', MEDIUM: 'Medium', HIGH: 'High', CRITICAL: 'Critical' },
}

const UiTextContext = createContext<UiText>(englishUiText)

/**
 * Gives the components below it their words and their reading direction. Without it they speak English.
 *
 *     <UiTextProvider text={catalogue.ui} direction="rtl"><App /></UiTextProvider>
 */
export function UiTextProvider(props: { text: UiText; direction?: 'ltr' | 'rtl'; children: ReactNode }) {
  return (
    <UiTextContext value={props.text}>
      {/* no <style> elements: the page's policy allows style sheets of our own address only */}
      <CSPProvider disableStyleElements>
        <DirectionProvider direction={props.direction ?? 'ltr'}>{props.children}</DirectionProvider>
      </CSPProvider>
    </UiTextContext>
  )
}

/** The words of the components, for a component. `const text = useUiText()` */
export function useUiText(): UiText {
  return use(UiTextContext)
}
