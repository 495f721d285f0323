import { fillSentence, type ValueWords } from './fill-sentence.ts'
import type { IssueStatus } from './issues/issues.ts'

/**
 * Why a call is refused, beyond its error code: every reason with its English sentence. A refusal carries the reason's code
 * and placeholder values; the browser has the sentences in the other languages (`web/src/api/reasons.<lang>.ts`). The value
 * of `{name:status}` is an issue status, shown with its translated name or the project's own name for it.
 */
export const reasons = {
  // any input
  missing: 'Missing',
  not_valid: 'Not valid',
  below_minimum: 'At least {count}',
  above_maximum: 'At most {count}',
  too_short: 'At least {count} characters',
  too_long: 'At most {count} characters',
  not_in_project: 'Not part of this project',
  name_taken: 'This name is already in use',
  server_maintenance: 'This server is under maintenance, and changes are not possible now: {text}',
  // files
  file_too_large: 'This file is larger than {size} MB',
  not_jpg_or_png: 'Use a JPG or PNG image',
  too_many_pixels: 'This image has more than 100 megapixels',
  image_damaged: 'This image is damaged. Use another JPG or PNG image.',
  image_too_complex: 'This image takes too much memory to open. Save it again as a JPG.',
  file_empty: 'The file is empty',
  not_a_model_file: 'A model must be an .ifc, .ifcxml or .ifczip file',
  revit_file: 'This is a Revit file. In Revit, choose File, Export, IFC, and upload the .ifc file.',
  autocad_file: 'This is an AutoCAD drawing. Save it as .dxf or .pdf; export a model as .ifc.',
  ifcx_file:
    'This is an IFC 5 file (.ifcx), which is not read yet. Export the model as IFC4 or IFC4X3 (.ifc).',
  zip_file:
    'This is a ZIP archive. An archive of one .ifc file is uploaded as .ifczip; unpack all others first.',
  json_file: 'This is a JSON file, not a model. Export the model as IFC (.ifc).',
  // accounts
  password_easy_to_guess: 'This password is easy to guess',
  password_stolen: 'This password, or a similar one, appears in a list of stolen passwords',
  password_personal: 'This password contains your name or e-mail address',
  account_locked:
    'This account is locked by the operator of this server. Ask them or the administrator of your company.',
  person_is_operator: 'Operators are administered on the machine of the server only',
  account_merged: 'This account was merged into another account of yours. Log in with that one.',
  person_is_merged: 'This account was merged into another one',
  merge_same_account: 'Choose two different accounts',
  merge_locked: 'One of the accounts is locked. Unlock it first.',
  merge_import_running:
    'The account that is given up is importing a BCF file. Wait until the import has ended.',
  merge_too_large:
    'The account to be given up appears in more than {count} issues, the most that one merge can change',
  merge_chat_too_large:
    'The accounts have conversations with the same person of more than {count} messages together, which is too many for one merge',
  merge_address: 'This is not the address of the account that is given up',
  wrong_password: 'This is not your current password',
  wrong_key: 'This key is incorrect',
  wrong_code: 'This code is incorrect',
  email_unchanged: 'This is already your address',
  email_taken: 'Another account now uses this address',
  totp_already_on: 'Two-step sign-in is already on',
  totp_already_off: 'Two-step sign-in is already off',
  totp_not_started: 'Start setting up two-step sign-in again',
  passkey_not_verified: 'This passkey could not be verified',
  passkey_taken: 'This passkey is already in use',
  no_company_or_project: 'Create a company or join a project first',
  owner_of_companies: 'You are the owner of {names}. Transfer it to another member or delete it first.',
  too_many_tokens: 'You have {count} tokens. Revoke one first.',
  unknown_client: 'No program is registered with this client_id',
  code_challenge_missing: 'The program must send a code_challenge with the method S256',
  // companies
  no_company: 'Create a company first. Every project belongs to a company.',
  company_admins_create_projects: 'Only administrators of this company may create projects',
  seats_in_use: '{count} seats are in use. Remove members or cancel invitations first.',
  all_seats_in_use: 'All {count} seats are in use',
  transfer_company_first: 'Transfer the company to another member first.',
  owner_cannot_leave: 'The owner cannot leave. Transfer the company to another member first, or delete it.',
  email_already_in_company: '{email} is already a member of this company.',
  // billing
  subscription_changing: 'Another change to the subscription is in progress',
  no_subscription_to_change: 'There is no subscription to change',
  no_subscription_to_cancel: 'There is no subscription to cancel',
  subscription_already_cancelled: 'The subscription is already cancelled',
  subscription_cancelled: 'The subscription is cancelled. Undo the cancellation first.',
  subscription_exists: 'There is already a subscription. Change it instead.',
  cancel_subscription_first: 'Cancel the subscription first',
  free_plan_in_use: 'The company is already on the free plan',
  invoice_overdue: 'Pay the overdue invoice first',
  no_trial: 'There is no trial to extend',
  trial_already_extended: 'A trial can be extended only once',
  plan_set_by_operator: 'Only the operator of this server can change this plan',
  currency_fixed: 'The currency cannot be changed during a subscription',
  payments_off: 'Payments are switched off on this server',
  signup_code_expired: 'This sign-up code is used up or has expired',
  bad_vat_number: 'This is not a valid VAT number',
  last_payment_method: 'The last payment method cannot be removed during a subscription',
  plan_projects: 'The plan of this company limits active projects to {count}',
  plan_seats: 'The plan of this company includes {count} seats',
  plan_storage: 'The plan of this company includes {size} GB of storage',
  plan_file_size: 'The plan of this company allows files of up to {size} MB',
  plan_without_tokens: 'API tokens are part of the Business plan',
  plan_without_webhooks: 'Webhooks are part of the Business plan',
  subscription_unpaid:
    'The subscription of this company is unpaid. You can still view and export everything.',
  // payment by card
  no_payment_method: 'Add a payment method first.',
  card_declined: 'The card was declined. Use another one or ask your bank.',
  card_without_funds: 'This card has insufficient funds.',
  card_expired: 'This card has expired.',
  card_not_confirmed: 'Your bank asked for a confirmation that was not given.',
  // access
  email_already_in_project: '{email} is already a member of this project.',
  already_member: 'This person is already a member.',
  unknown_access_code: 'No project has this code',
  role_not_available: 'This role is not available there',
  invitation_accepted: 'This invitation was already accepted.',
  invitation_declined: 'This invitation was already declined.',
  invitation_cancelled: 'This invitation was cancelled.',
  invitation_expired: 'This invitation has expired.',
  request_rejected_recently: 'Your request was rejected. You can request access again from {time} UTC.',
  you_are_member: 'You are already a member of this project.',
  access_already_requested: 'You have already requested access.',
  request_approved: 'This request was already approved.',
  request_rejected: 'This request was already rejected.',
  request_cancelled: 'This request was cancelled.',
  became_member: 'This person has become a member in the meantime.',
  new_assignee_cannot_work: 'Choose another member who may work on issues to take them over',
  // projects, models, issues
  too_many_pinned_messages: 'A conversation can have at most {count} pinned messages',
  too_many_files: 'A project can have at most {count} files. Delete some first.',
  too_many_levels: 'A project can have at most {count} levels',
  too_many_sections: 'A project can have at most {count} sections',
  too_many_own_views: 'You already have {count} views here. Delete some first.',
  too_many_templates: 'A project can have at most {count} templates',
  too_many_markers: 'A project can have at most {count} added markers. Revoke some first.',
  project_not_in_trash: 'This project is not in the trash.',
  too_large_for_paper: 'Too large for {paper}',
  version_not_running: 'Only a version that is waiting or being processed can be stopped',
  version_not_stopped: 'Only a failed or stopped version can be restarted',
  no_versions_to_compare: 'There are not two converted versions to compare yet',
  not_a_drawing_file: 'A drawing must be a .pdf, .png, .jpg, .svg or .dxf file',
  not_a_point_cloud_file: 'A point cloud must be a .las, .laz, .e57 or .ply file',
  not_a_reference_file: 'A reference mesh must be a .glb or .obj file',
  file_type_fixed: 'The type of a file cannot be changed once it has a version',
  file_has_versions: 'This file already has versions',
  file_not_in_trash: 'This file is not in the trash',
  version_not_in_trash: 'This version is not in the trash',
  only_ready_version:
    'This is the only version that is ready. Delete the file, or repeat the request with last=true.',
  admins_delete_published: 'Only administrators of the project can delete published versions',
  admins_publish: 'Only administrators of the project can publish or withdraw a version',
  version_not_ready: 'Only a version that is ready can be made current',
  upload_incomplete: 'This version was never uploaded completely. Upload the file again as a new version.',
  too_many_custom_fields: 'A project can have at most {count} custom fields',
  too_many_archived: 'At most {count} can be archived',
  choices_missing: 'Add at least one choice',
  too_many_choices: 'A field can have at most {count} choices',
  choice_repeated: 'This choice appears twice',
  default_not_valid: 'This default does not fit the field',
  unknown_custom_field: 'This project does not offer this field',
  custom_value_not_valid: 'This value does not fit the field “{name}”',
  too_many_own_terms: 'A project can offer at most {count} of its own',
  too_many_terms_ever: 'A project can add at most {count} of its own, including those that are turned off',
  default_not_off: 'New issues and files begin with this value, so it stays on offer',
  custom_value_missing: 'Issues of this type need a value for “{name}”',
  assignee_cannot_work: 'Issues can only be assigned to members who may work on them',
  issue_id_taken: 'An issue with this id already exists',
  status_change_refused: 'You cannot change the status from {from:status} to {to:status}',
  snapshot_not_png_or_jpeg: 'The snapshot is not a PNG or JPEG image',
  editors_creator_assignee: 'Only editors, the creator of the issue and its assignee can do this',
  editors_creator: 'Only editors and the creator of the issue can do this',
  editors_author: 'Only editors and the person who added this can do this',
  resolved_by_you: 'Someone other than the person who resolved this issue has to do this',
  proof_missing: 'Add a comment or a photo that shows what was done',
  editors_delete_started: 'Only editors can delete an issue that is no longer open',
  editors_delete_commented: 'Others have commented on this issue, so only editors can delete it',
  not_in_issue: 'Not part of this issue',
  comment_id_taken: 'A comment with this id already exists',
  view_id_taken: 'A view with this id already exists',
  file_id_taken: 'A file with this id already exists',
  file_upload_missing: 'The file has not been sent completely, or was deleted after a day',
  too_many_issue_files: 'An issue can have at most {count} files',
  too_many_places: 'An issue can have at most {count} locations',
  too_many_viewpoints: 'An issue can have at most {count} views',
  too_many_relations: 'An issue can have at most {count} related issues',
  related_to_itself: 'An issue cannot be related to itself',
  unknown_word: '"{word}" is not in use in this project',
  too_many_documents: 'An issue can refer to at most {count} documents',
  not_a_photo: 'You can only draw on photos',
  view_without_picture: 'This view has no picture to draw on',
  drawings_too_large:
    'The drawings on the pictures of this issue are too large together. Remove some of them first.',
  unblur_not_yours: 'Only the person who added the picture can remove a blur',
  too_many_issues: 'At most {count} issues at once',
  answer_too_large: 'At most {count} of these fit into one answer',
  too_many_labels: 'An issue can have at most {count} labels',
  already_undone: 'This change has already been undone',
  undo_expired: 'A change can only be undone within one day',
  issue_changed_since: 'This issue has been changed since then',
  old_value_gone: 'Its previous level, section or assignee is no longer in the project',
  report_too_long: 'A report can contain at most {count} issues',
  too_many_elements: 'At most {count} elements can be downloaded at once. Narrow the search.',
  not_a_sheet: 'Use an exported workbook (.xlsx) or CSV file',
  too_many_rows: 'This file has more than {count} rows',
  no_known_column: 'The first row contains no known column names',
  unknown_issue_number: 'There is no issue with this number',
  repeated_issue_number: 'This number appears twice in the file',
  changed_since_export: 'Somebody else has changed {columns} since the export',
  bad_cell: '{column}: "{value}" is not valid',
  merged_cells: '{column}: the cell is merged with others; unmerge them and fill in each',
  title_missing: 'A new issue needs a title',
  rows_refused: 'Nothing was imported. Rows with problems: {count}',
  too_many_imports: '{count} imports are not finished yet. Apply or cancel them first.',
  // chat
  nobody_else_in_chat: 'There is nobody else left in this conversation',
  message_deleted: 'This message was deleted',
  message_empty: 'A message needs text or a file. You can delete it instead.',
  too_many_people: 'A group can have at most {count} people',
  // notifications, webhooks
  unknown_time_zone: 'This server does not know this time zone',
  bad_webhook_address: 'Enter an address such as https://example.com/path',
  webhook_without_https: 'Only https:// addresses are allowed on this server',
  webhook_not_public: 'Only addresses on the public internet are allowed',
  too_many_webhooks: 'A project can have at most {count} webhooks',
  webhook_off: 'This webhook is switched off',
} as const

export type ReasonCode = keyof typeof reasons

type Placeholders<Sentence> = Sentence extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Placeholders<Rest>
  : never
type NameOf<Placeholder> = Placeholder extends `${infer Name}:${string}` ? Name : Placeholder

/** The values of a reason, by placeholder of its sentence. */
type ReasonValues<Code extends ReasonCode> = {
  [P in Placeholders<(typeof reasons)[Code]> as NameOf<P> & string]: string | number
}

export interface Reason {
  code: ReasonCode
  values?: Record<string, string | number>
}

/** `reason('all_seats_in_use', { count: 5 })`; missing and unknown values do not compile. */
export const reason = <Code extends ReasonCode>(
  code: Code,
  ...[values]: keyof ReasonValues<Code> extends never ? [] : [values: ReasonValues<Code>]
): Reason => (values ? { code, values } : { code })

const englishWords: ValueWords & { status: Record<IssueStatus, string> } = {
  status: {
    OPEN: 'Open',
    IN_PROGRESS: 'In progress',
    RESOLVED: 'Resolved',
    REOPENED: 'Reopened',
    CLOSED: 'Closed',
    VOID: 'Void',
  },
}

/** The English sentence of a reason. */
export const formatReason = ({ code, values }: Reason): string =>
  fillSentence(reasons[code], values, englishWords)
