/**
 * Messages of refusals beyond the default of their code. The server sends them in English; clients in other languages
 * look up the translation by the sentence. `{name}` is a placeholder.
 */
export const sentences = [
  // any input
  'Missing',
  'Not valid',
  'At least {count}',
  'At most {count}',
  'At least {count} characters',
  'At most {count} characters',
  'Not a part of this project',
  'There is one with this name already',
  // files
  'This file is larger than {size} MB',
  'Use a JPG or PNG image',
  'This image has more than 100 megapixels',
  'This image is damaged. Use a JPG or PNG image',
  'The file is empty',
  'A model is an .ifc or .ifczip file',
  // accounts
  'This password is easy to guess',
  'This password, or one like it, is in a list of stolen passwords',
  'This password repeats your name or e-mail',
  'This is not your password',
  'This key is not right',
  'This code is not right',
  'This is your address already',
  'Another account now uses this address',
  'Two-step sign-in is already on',
  'Two-step sign-in is already off',
  'Start two-step sign-in first',
  'This passkey could not be verified',
  'This passkey is already in use',
  'Create a company or join a project first',
  'You are the owner of {names}. Transfer it to another member or delete it first.',
  'You have {count} tokens. Revoke one first.',
  'No program is registered with this client_id',
  'The program has to send an S256 code_challenge',
  // companies
  'Create a company first: projects belong to companies',
  'Only administrators of this company may create projects',
  '{count} seats are in use. Remove members or cancel invitations first.',
  'All {count} seats are in use',
  'Transfer the company to another member first.',
  'The owner cannot leave. Transfer the company to another member first, or delete it.',
  '{email} is already a member of this company.',
  // billing
  'Another change of the subscription is in progress',
  'There is no subscription to change',
  'There is no subscription to cancel',
  'The subscription is already cancelled',
  'The subscription is cancelled. Undo the cancellation first.',
  'There already is a subscription. Change it instead.',
  'Cancel the subscription first',
  'The free plan is already in use',
  'Pay the overdue invoice first',
  'There is no trial to extend',
  'A trial can be extended only once',
  'This plan can be changed only by the operator of this server',
  'The currency cannot be changed during a subscription',
  'Payments are switched off on this server',
  'This sign-up code is used up or has expired',
  'This is not a valid VAT number',
  'The last payment method cannot be removed during a subscription',
  'The plan of this company includes {count} active projects',
  'The plan of this company includes {count} seats',
  'The plan of this company includes {size} GB of storage',
  'The plan of this company allows files of up to {size} MB',
  'API tokens are part of the Business plan',
  'Webhooks are part of the Business plan',
  'The subscription of this company is unpaid. You can still view and export everything.',
  // names of payment methods
  'Bank transfer',
  'Card',
  // payment by card
  'Add a payment method first.',
  'The card was declined. Use another one or ask your bank.',
  'This card has insufficient funds.',
  'This card has expired.',
  'Your bank requires a confirmation, which was not given.',
  // access
  '{email} is already a member of this project.',
  'This person is already a member.',
  'No project has this code',
  'This role does not exist there',
  'This invitation was already accepted.',
  'This invitation was already declined.',
  'This invitation was cancelled.',
  'This invitation has expired.',
  'Your request was rejected. You can request access again from {time} UTC.',
  'You are already a member of this project.',
  'You have already requested access.',
  'This request was already approved.',
  'This request was already rejected.',
  'This request was cancelled.',
  'This person has become a member in the meantime.',
  'Only another member who may work on issues can take them over',
  // projects, models, issues
  'A project has at most {count} levels',
  'A project has at most {count} sections',
  'You have {count} views here: delete some first',
  'A project has at most {count} templates',
  'This project is not in the trash.',
  'Too large for {paper}',
  'Only a waiting or running version can be stopped',
  'Only a failed or stopped version can be restarted',
  'Only converted versions can be compared',
  'There are no two converted versions to compare',
  'A drawing is a .pdf, .png, .jpg, .svg or .dxf file',
  'A point cloud is a .las, .laz, .e57 or .ply file',
  'A reference mesh is a .glb or .obj file',
  'The type of a file can only change before its first version',
  'This file has versions',
  'This file is not in the trash',
  'This version is not in the trash',
  'This is the only version that is ready: delete the file, or this version with last=true',
  'Only administrators of the project delete what is published',
  'Only administrators of the project publish or withdraw a version',
  'Only a version that is ready can be made current',
  'The bytes of this version never arrived whole: upload them again as a new version',
  'Only a member who may work on issues can be assigned',
  'There is an issue with this id',
  'An issue that is {from} cannot become {to} by you',
  'The snapshot is not a PNG or JPEG picture',
  'Only editors, or who created the issue or is assigned to it, can do this',
  'Only editors, or who created the issue, can do this',
  'Only editors, or who added it, can do this',
  'Somebody else than who resolved the issue has to do this',
  'Add a comment or a photo that shows what was done',
  'Only editors can delete an issue that is no longer open',
  'Others have commented on this issue: only editors can delete it',
  'Not a part of this issue',
  'There is a comment with this id',
  'There is a view with this id',
  'There is a file with this id',
  'An issue has at most {count} files',
  'An issue has at most {count} places',
  'An issue has at most {count} views',
  'An issue has at most {count} related issues',
  'An issue cannot be related to itself',
  '"{word}" is not a word of this project',
  'An issue refers to at most {count} documents',
  'Only photos can be drawn on',
  'This view has no picture to draw on',
  'Only who added the picture can show again what is blurred',
  'At most {count} issues at once',
  'An issue has at most {count} labels',
  'This was taken back already',
  'This can be taken back for a day',
  'This issue was changed since',
  'What it had before is no longer there',
  'A report has at most {count} issues',
  'Use a workbook (.xlsx) or a CSV file as exported',
  'This file has more than {count} rows',
  'The first row names no column that is known',
  'There is no issue with this number',
  'This number is in the file twice',
  'Somebody else changed {columns} since the export',
  '{count} imports are not finished yet: decide on them first',
  '{column}: "{value}" is not possible',
  'A new issue needs a title',
  'Nothing was imported: {count} rows are refused',
  // chat
  'Nobody else is in this conversation any more',
  'A group has at most {count} people',
  // notifications, webhooks
  'This server does not know this time zone',
  'An address as in https://example.com/path',
  'This server sends to https:// only',
  'This is not an address of the public internet',
  'A project has at most {count} webhooks',
  'This webhook is switched off',
] as const

export type Sentence = (typeof sentences)[number]

declare const said: unique symbol
/** A sentence with its values filled in, or text that is deliberately not translated. */
export type FilledSentence = string & { [said]: true }

/** `fill('All {count} seats are in use', { count: 5 })` */
export const fillSentence = (sentence: Sentence, values: Record<string, string | number>): FilledSentence =>
  sentence.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name])) as FilledSentence

/** Marks text as untranslated: messages for API clients, or text translated elsewhere. */
export const asUntranslated = (words: string): FilledSentence => words as FilledSentence

const escapeRegExp = (words: string) => words.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** Translates a message of the server; null if it is not in the list. */
export function translateSentence(table: Record<Sentence, string>, text: string): string | null {
  const exact = (table as Record<string, string>)[text]
  if (exact !== undefined) return exact
  for (const [sentence, words] of Object.entries(table)) {
    if (!sentence.includes('{')) continue
    const pattern = sentence
      .split(/\{\w+\}/)
      .map(escapeRegExp)
      .join('(.+)')
    const found = new RegExp(`^${pattern}$`, 's').exec(text)
    if (!found) continue
    const names = [...sentence.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
    return words.replace(/\{(\w+)\}/g, (_, name: string) => found[names.indexOf(name) + 1] ?? '')
  }
  return null
}
