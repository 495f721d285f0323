/**
 * Messages of refusals that are more specific than the text of their code. The server sends English; clients look up
 * translations by the sentence. `{name}` is a placeholder.
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
  'This password is in a list of stolen passwords or nearly so',
  'This password repeats your name or e-mail',
  'This is not your password',
  'This key is not right',
  'This code is not right',
  'This is your address already',
  'Another account has this address by now',
  'Two-step sign-in is on already',
  'Two-step sign-in is off already',
  'Ask for a secret first',
  'This passkey could not be verified',
  'This passkey is in use already',
  'Create a company or join a project first',
  'You own {names}, where others work, too. Hand it over to one of them or delete it first.',
  'You have {count} tokens: revoke one first',
  'No program is registered here by this client_id',
  'The program has to send a code_challenge by S256',
  // companies
  'Create a company first: projects belong to companies',
  'Only administrators of this company may create projects',
  '{count} seats are in use. Remove members or withdraw invitations first.',
  'All {count} seats are in use',
  'Hand the company over to somebody else first.',
  'The owner cannot leave. Hand the company over to somebody else first, or delete it.',
  '{email} is already a member of this company.',
  // billing
  'Another change of the subscription is under way',
  'There is no subscription to change',
  'There is no subscription to cancel',
  'The subscription is cancelled already',
  'The subscription is cancelled: take that back first',
  'There is a subscription already: change it',
  'Cancel the subscription first',
  'The free plan is in use already',
  'Pay what is due first',
  'There is no trial to extend',
  'A trial is extended once',
  'This plan is agreed with the operator of this server',
  'The currency stays as long as the subscription goes on',
  'Payments are switched off on this server',
  'This sign-up code is used up or has expired',
  'This is not a valid VAT number',
  'The last payment method stays as long as the subscription goes on',
  'The plan of this company has {count} active projects',
  'The plan of this company has {count} seats',
  'The plan of this company has {size} GB for files',
  'The plan of this company takes files of up to {size} MB',
  'API tokens come with the plan Business',
  'Webhooks come with the plan Business',
  'The subscription of this company is not paid: everything can still be read and exported',
  // payment methods
  'Bank transfer',
  'Card',
  // payment by card
  'Add a payment method first.',
  'The card was declined. Use another one or ask your bank.',
  'There is not enough money on this card.',
  'This card has expired.',
  'Your bank asks for a confirmation, which it did not get.',
  // access
  '{email} is already a member of this project.',
  'This person is a member already.',
  'No project has this code',
  'Not a role there',
  'This invitation was already accepted.',
  'This invitation was already declined.',
  'This invitation was withdrawn.',
  'This invitation has expired.',
  'Your request was rejected. You may ask again from {time} UTC.',
  'You are a member of this project already.',
  'You have asked for access already.',
  'This request was already approved.',
  'This request was already rejected.',
  'This request was taken back.',
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
/** A sentence with values filled in, or deliberately untranslated text. */
export type Said = string & { [said]: true }

/** `fill('All {count} seats are in use', { count: 5 })` */
export const fill = (sentence: Sentence, values: Record<string, string | number>): Said =>
  sentence.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name])) as Said

/** Marks untranslated text: errors of client programs, or text that another catalogue translates. */
export const asIs = (words: string): Said => words as Said

const escaped = (words: string) => words.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** Finds the translation of a server message; null without one. */
export function translated(table: Record<Sentence, string>, text: string): string | null {
  const exact = (table as Record<string, string>)[text]
  if (exact !== undefined) return exact
  for (const [sentence, words] of Object.entries(table)) {
    if (!sentence.includes('{')) continue
    const pattern = sentence
      .split(/\{\w+\}/)
      .map(escaped)
      .join('(.+)')
    const found = new RegExp(`^${pattern}$`, 's').exec(text)
    if (!found) continue
    const names = [...sentence.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
    return words.replace(/\{(\w+)\}/g, (_, name: string) => found[names.indexOf(name) + 1] ?? '')
  }
  return null
}
