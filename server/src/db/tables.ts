// Written by `npm run tables` from the migrations. Do not edit.
import type { ColumnType, Generated } from 'kysely'

// biome-ignore lint/suspicious/noExplicitAny: the shape of a jsonb value is the contract's to say
export type Json = ColumnType<any, unknown, unknown>

export interface Tables {
  access_codes: {
    project_id: string
    code: string
    created_at: Generated<string>
  }
  access_requests: {
    id: string
    project_id: string
    user_id: string
    team_id: string | null
    role: 'OWNER' | 'PROJECT_MANAGER' | 'ARCHITECT' | 'STRUCTURAL_ENGINEER' | 'MEP_ENGINEER' | 'BIM_COORDINATOR' | 'GENERAL_CONTRACTOR' | 'SITE_MANAGER' | 'SUBCONTRACTOR' | 'QUALITY_SAFETY' | 'SURVEYOR' | 'FACILITY_MANAGER' | 'OTHER'
    permission_level: 'VIEWER' | 'CONTRIBUTOR' | 'EDITOR' | 'ADMIN' | null
    state: Generated<'PENDING' | 'APPROVED' | 'REJECTED' | 'CANCELLED'>
    message: Generated<string>
    reason: Generated<string>
    created_at: Generated<string>
    decided_by: string | null
    decided_at: string | null
  }
  api_tokens: {
    id: string
    user_id: string
    name: string
    scope: 'READ' | 'WRITE' | 'BCF'
    project_id: string | null
    token_hash: string
    ends_with: string
    created_at: Generated<string>
    used_at: string | null
    expires_at: string | null
  }
  audit_chains: {
    team_id: string
    seq: number
    hash: Buffer
  }
  audit_details: {
    team_id: string
    seq: number
    at: string
    user_id: string | null
    email: string | null
    salt: string
    details: Json
  }
  audit_log: {
    team_id: string
    seq: number
    at: string
    by_user_id: string | null
    person_id: string | null
    project_id: string | null
    kind: string
    data: Json
    hash: Buffer
  }
  background_run_items: {
    run_id: string
    number: number
    part: string
    subject_id: string
    state: Generated<'WAITING' | 'RUNNING' | 'DONE' | 'SKIPPED' | 'FAILED'>
    attempt: Generated<number>
    crashes: Generated<number>
    yields: Generated<number>
    heartbeat_at: string | null
    ended_at: string | null
    changed: Generated<number>
    error: Json
  }
  background_runs: {
    id: string
    kind: 'RECONVERSION' | 'REINDEX'
    state: Generated<'RUNNING' | 'PAUSED' | 'COMPLETED' | 'CANCELLED'>
    scope: 'COMPANY' | 'PROJECT' | 'MODEL' | null
    scope_name: string | null
    started_at: string
    ended_at: string | null
  }
  bcf_bases: {
    issue_id: string
    fields: Json
    exchanged_at: string
  }
  bcf_documents: {
    id: string
    project_id: string
    blob_id: string
    name: string
    type: string
    size: number
    sha256: string
    created_by: string | null
    created_at: Generated<string>
  }
  bcf_import_topics: {
    import_id: string
    place: number
    guid: string
    title: string
    number: number | null
    outcome: 'NEW' | 'CHANGED' | 'SAME' | 'CONFLICT' | 'DELETED'
    differences: Json
    comments: number
    viewpoints: number
    documents: number
    topic: Json
    stored: Json
    is_stored: Generated<boolean>
  }
  bcf_imports: {
    id: string
    project_id: string
    file_name: string
    size_bytes: number
    state: 'READING' | 'READY' | 'APPLYING' | 'DONE' | 'FAILED' | 'CANCELLED'
    progress: Generated<number>
    version: '1.0' | '2.0' | '2.1' | '3.0' | null
    project_name: string | null
    topics: Generated<number>
    outcomes: Json
    people: Json
    warnings: Json
    error: Json
    known: Generated<'MERGE' | 'SKIP'>
    attempt: Generated<number>
    crashes: Generated<number>
    heartbeat_at: string | null
    has_bytes: Generated<boolean>
    created_by: string | null
    created_at: Generated<string>
    changed_at: Generated<string>
  }
  billing_infos: {
    team_id: string
    name: string
    email: string
    address: string
    postal_code: string
    city: string
    country: string | null
    tax_id: string | null
  }
  bim_corrections: {
    header_id: string
    turn_deg: number
    east_m: number
    north_m: number
    height_m: number
    updated_by: string | null
    updated_at: Generated<string>
  }
  bim_file_headers: {
    id: string
    project_id: string
    name: string
    type_of: 'MODEL' | 'DRAWING' | 'POINT_CLOUD' | 'REFERENCE'
    trade: 'ARCHITECTURE' | 'STRUCTURE' | 'HVAC' | 'PLUMBING' | 'ELECTRICAL' | 'FIRE_PROTECTION' | 'ICT_LOW_VOLTAGE' | 'FACADE' | 'INTERIOR_FITOUT' | 'VERTICAL_TRANSPORT' | 'CIVIL_SITE' | 'LANDSCAPE' | 'GENERAL' | `OWN_${number}`
    level_id: string | null
    section_id: string | null
    last_version: Generated<number>
    created_by: string | null
    created_at: Generated<string>
    deleted_at: string | null
    deleted_by_name: string | null
    last_rank: Generated<number>
    anchored_variant_id: string | null
  }
  bim_file_variants: {
    id: string
    project_id: string
    header_id: string
    version: number
    file_name: string
    size_bytes: number
    declared_sha256: string | null
    sha256: string | null
    blob_key: string | null
    state: 'UPLOADING' | 'QUEUED' | 'PROCESSING' | 'COMPLETED' | 'FAILED' | 'STOPPED'
    stage: 'VALIDATE' | 'PARSE' | 'GEOMETRY' | 'INDEX' | 'TILES' | 'DIFF' | 'CHECK' | null
    progress: Generated<number>
    error: Json
    ifc_schema: string | null
    counts: Json
    warnings: Json
    not_shown: Generated<number>
    cde_state: Generated<'WIP' | 'SHARED' | 'PUBLISHED' | 'ARCHIVED'>
    artefacts_key: string | null
    artefacts_team_id: string | null
    attempt: Generated<number>
    crashes: Generated<number>
    forced: Generated<boolean>
    heartbeat_at: string | null
    started_at: string | null
    queued_at: string | null
    processed_at: string | null
    created_by: string | null
    created_at: Generated<string>
    deleted_at: string | null
    deleted_by_name: string | null
    rank: Generated<number>
    suitability: 'S0' | 'S1' | 'S2' | 'S3' | 'S4' | null
    storeys: Json
    first_key: string | null
    converter: string | null
    traceparent: string | null
    shell_file: string | null
    is_georeferenced: boolean | null
  }
  bim_revision_corrections: {
    header_id: string
    from_variant_id: string
    to_variant_id: string
    from_guid: string
    to_guid: string | null
    by_user_id: string | null
    created_at: Generated<string>
  }
  bim_revisions: {
    from_variant_id: string
    to_variant_id: string
    project_id: string
    header_id: string
    matcher: number
    state: 'MATCHED' | 'DOUBTFUL' | 'CONFIRMED'
    share: number
    displacement: Json
    counts: Json
    matches: Buffer
    changes: Buffer
    created_at: Generated<string>
  }
  chat_file_remains: {
    key: string
  }
  chat_files: {
    id: string
    chat_id: string
    message_id: string | null
    place: Generated<number>
    blob_id: string
    name: string
    type: string
    size: number
    kind: 'PHOTO' | 'FILE'
    width: number | null
    height: number | null
    has_original: Generated<boolean>
    user_id: string | null
    created_at: Generated<string>
    folder_chat_id: string | null
  }
  chat_members: {
    chat_id: string
    user_id: string
    delivered_position: Generated<number>
    read_position: Generated<number>
    is_muted: Generated<boolean>
  }
  chat_messages: {
    id: string
    chat_id: string
    position: number
    user_id: string | null
    message: string
    is_deleted: Generated<boolean>
    created_at: Generated<string>
    words: Generated<string>
    edited_at: string | null
    reply_position: number | null
    deleted_by_admin: Generated<boolean>
  }
  chat_pins: {
    message_id: string
    chat_id: string
    pinned_at: Generated<string>
  }
  chat_reactions: {
    message_id: string
    user_id: string
    reaction: 'THUMBS_UP' | 'DONE' | 'LOOKING' | 'HEART' | 'SMILE' | 'QUESTION'
    created_at: Generated<string>
  }
  chats: {
    id: string
    kind: 'PROJECT' | 'DIRECT' | 'GROUP'
    project_id: string | null
    name: Generated<string>
    message_count: Generated<number>
    created_at: Generated<string>
    direct_key: string | null
    created_by: string | null
    last_at: Generated<string>
  }
  code_lookups: {
    user_id: string
    project_id: string
    code: string
    created_at: Generated<string>
  }
  contact_messages: {
    id: string
    reference: string
    name: string
    email: string
    company: Generated<string>
    phone: Generated<string>
    topic: 'SALES' | 'SUPPORT' | 'BILLING' | 'BUG' | 'FEATURE' | 'PRIVACY'
    message: string
    project_id: string | null
    page_url: string | null
    created_at: Generated<string>
  }
  custom_fields: {
    id: string
    project_id: string
    name: string
    kind: 'TEXT' | 'NUMBER' | 'DATE' | 'CHOICE' | 'PERSON' | 'CHECKBOX'
    choices: Json
    initial: Json
    required_for: Generated<string[]>
    order: number
    archived: Generated<boolean>
  }
  element_models: {
    id: number
    team_id: string
    artefacts_key: string
    version: number
    elements: number
    storeys: Json
    cut: boolean
    used_at: Generated<string>
  }
  element_properties: {
    model_id: number
    id: number
    kind: 'property' | 'class' | 'type' | 'storey' | 'space' | 'system' | 'classification' | 'material' | 'word'
    set_name: string
    name: string
    unit: string
    data_type: 'TEXT' | 'NUMBER' | 'BOOLEAN' | 'RATING'
    elements: number
    distinct_values: number
    top: Json
  }
  element_values: {
    model_id: number
    property: number
    part: number
    low_number: number | null
    high_number: number | null
    low_key: string
    high_key: string
    texts: string
    folded: string | null
    numbers: Buffer | null
    postings: Buffer
  }
  elements: {
    model_id: number
    element: number
    guid: string
    name: string
    tag: string
    class: string
    type: string
    storey: number
    properties_hash: number
    shape_hash: number
    place_hash: number
  }
  email_changes: {
    user_id: string
    email: string
    old_code_hash: string
    new_code_hash: string
    old_confirmed: Generated<boolean>
    new_confirmed: Generated<boolean>
    expires_at: string
  }
  file_uploads: {
    id: string
    user_id: string
    size_bytes: number
    received_at: string | null
    created_at: string
  }
  idempotency_keys: {
    caller: string
    key_hash: Buffer
    request_hash: Buffer
    answer: string | null
    created_at: Generated<string>
  }
  invoice_numbers: {
    year: number
    last: number
  }
  invoices: {
    id: string
    team_id: string
    provider: 'builtin' | 'stripe'
    provider_id: string | null
    number: string | null
    state: 'OPEN' | 'PAID' | 'VOID' | 'UNCOLLECTIBLE'
    currency: 'EUR' | 'USD' | 'GBP' | 'CHF'
    lines: Json
    subtotal: number
    tax_percent: number | null
    reverse_charge: boolean
    tax: number
    total: number
    seller: Json
    buyer: Json
    locale: string
    issued_at: string | null
    due_at: string | null
    paid_at: string | null
    mailed_at: string | null
    due_reminded_at: string | null
    created_at: Generated<string>
  }
  issue_anchors: {
    id: string
    issue_id: string
    bim_file_header_id: string
    variant_version_at_creation: number
    ifc_guid: string | null
    ifc_class: string | null
    element_name: string | null
    point: Json
    state: Generated<'ANCHORED' | 'MOVED' | 'REMATCHED' | 'NEEDS_REVIEW' | 'ORPHANED'>
    order: number
    placed_version: number | null
    state_version: number | null
    found_by: 'GUID' | 'TAG' | 'NAME' | 'PLACE' | 'ALIKE' | 'TOGETHER' | 'NEAREST' | 'SIMILAR' | 'SPLIT' | 'MERGED' | 'TREE' | 'PERSON' | null
    score: number | null
    moved_m: number | null
    candidates: Json
    before_review: Json
    axes: string | null
    located_by: 'FILE' | 'CAMERA' | null
  }
  issue_attachments: {
    id: string
    issue_id: string
    blob_id: string
    name: string
    type: string
    size: number
    kind: 'PHOTO' | 'FILE'
    width: number | null
    height: number | null
    markup: Json
    version: Generated<number>
    taken_at: string | null
    taken_place: Json
    has_original: Generated<boolean>
    sha256: string
    round: number
    created_by: string | null
    created_at: Generated<string>
    shows_fix: Generated<boolean>
  }
  issue_bcf: {
    issue_id: string
    topic: Json
    snippet_blob_id: string | null
  }
  issue_bulk_rows: {
    bulk_id: string
    issue_id: string
    version: number
    before: Json
    comment_id: string | null
  }
  issue_bulks: {
    id: string
    project_id: string
    created_by: string | null
    created_at: Generated<string>
    undone_at: string | null
  }
  issue_camera_places: {
    issue_id: string
    project_id: string
    attempts: Generated<number>
    waits: Generated<boolean>
    created_at: Generated<string>
  }
  issue_chains: {
    project_id: string
    seq: number
    hash: Buffer
  }
  issue_comments: {
    id: string
    issue_id: string
    text: string
    round: number
    attachment_ids: Generated<string[]>
    viewpoint_id: string | null
    created_by: string | null
    created_at: Generated<string>
    edited_at: string | null
    deleted_at: string | null
    bcf_guid: string | null
    bcf: Json
    shows_fix: Generated<boolean>
  }
  issue_log: {
    project_id: string
    seq: number
    issue_id: string
    at: string
    by_user_id: string | null
    kind: 'CREATED' | 'CHANGED' | 'DELETED' | 'RESTORED' | 'COMMENTED' | 'COMMENT_EDITED' | 'COMMENT_DELETED' | 'ATTACHED' | 'DETACHED' | 'MARKED_UP' | 'VIEW_ADDED' | 'VIEW_REMOVED' | 'PLACED' | 'UNPLACED' | 'RELATED' | 'UNRELATED' | 'FOLLOWED' | 'VIEWS_FOLLOWED' | 'LOCATED' | 'MERGED'
    data: Json
    bulk_id: string | null
    hash: Buffer
  }
  issue_mutes: {
    user_id: string
    issue_id: string
    created_at: Generated<string>
  }
  issue_relations: {
    a_id: string
    b_id: string
  }
  issue_templates: {
    id: string
    project_id: string
    title: string
    fields: Json
    due_in_days: number | null
  }
  issue_viewpoints: {
    id: string
    issue_id: string
    index: number
    view: Json
    snapshot_key: string | null
    snapshot_type: string | null
    created_at: Generated<string>
    created_by: string | null
    markup: Json
    version: Generated<number>
    bcf_guid: string | null
    model_versions: Json
    view_size: number | null
  }
  issue_views: {
    id: string
    project_id: string
    name: string
    is_shared: boolean
    query: string
    created_by: string | null
    created_at: Generated<string>
  }
  issue_watchers: {
    issue_id: string
    user_id: string
  }
  issue_words: {
    issue_id: string
    project_id: string
    number: number
    words: string
  }
  issues: {
    id: string
    project_id: string
    number: number
    name: string
    description: Generated<string>
    type: Generated<'DEFECT' | 'CLASH' | 'COORDINATION' | 'RFI' | 'QUALITY' | 'SAFETY' | 'CHANGE' | 'TASK' | 'OTHER' | `OWN_${number}`>
    status: Generated<'OPEN' | 'IN_PROGRESS' | 'RESOLVED' | 'REOPENED' | 'CLOSED' | 'VOID'>
    priority: Generated<'LOW' | 'MEDIUM' | 'HIGH' | 'CRITICAL'>
    trade: Generated<'ARCHITECTURE' | 'STRUCTURE' | 'HVAC' | 'PLUMBING' | 'ELECTRICAL' | 'FIRE_PROTECTION' | 'ICT_LOW_VOLTAGE' | 'FACADE' | 'INTERIOR_FITOUT' | 'VERTICAL_TRANSPORT' | 'CIVIL_SITE' | 'LANDSCAPE' | 'GENERAL' | `OWN_${number}`>
    level_id: string | null
    section_id: string | null
    labels: Generated<string[]>
    assignee_id: string | null
    due_date: string | null
    stage: string | null
    visibility: Generated<'ALL' | 'COMPANY' | 'PRIVATE'>
    team_id: string | null
    source: Generated<'MANUAL' | 'FIELD' | 'BCF' | 'IDS' | 'CLASH' | 'CHAT' | 'API'>
    created_by: string | null
    created_at: Generated<string>
    updated_by: string | null
    updated_at: Generated<string>
    resolved_by: string | null
    resolved_at: string | null
    closed_by: string | null
    closed_at: string | null
    version: Generated<number>
    deleted_at: string | null
    deleted_by: string | null
    round: Generated<number>
    comments: Generated<number>
    attachments: Generated<number>
    reopened: Generated<number>
    done_at: string | null
    bcf_guid: string | null
    estimate_hours: number | null
    custom_fields: Json
  }
  levels: {
    id: string
    project_id: string
    name: string
    elevation_m: number
    order: number
    ifc_guid: string | null
  }
  mail_codes: {
    id: string
    purpose: 'SIGNUP' | 'RESET' | 'INVITE'
    email: string
    code_hash: string
    key_hash: string | null
    key_tries: Generated<number>
    key_expires_at: string | null
    expires_at: string
    created_at: Generated<string>
    project_invite_id: string | null
    team_invite_id: string | null
  }
  mails: {
    id: string
    recipient: string
    subject: string
    html: string
    text: string
    state: Generated<'QUEUED' | 'SENT' | 'KEPT' | 'FAILED'>
    created_at: Generated<string>
    reply_to: string | null
    headers: Json
    attachment: Buffer | null
    attachment_name: string | null
    attempts: Generated<number>
    next_at: string | null
    error: string | null
  }
  maintenance: {
    is_on: Generated<boolean>
    text: string
    until: string | null
    started_at: string
  }
  markers: {
    id: string
    project_id: string
    level_id: string | null
    section_id: string | null
    label: Generated<string>
    position: Json
    heading_deg: Generated<number>
    normal: Json
    scope: string | null
    created_by: string | null
    created_at: Generated<string>
    revoked_at: string | null
    anchor: Json
  }
  notification_settings: {
    user_id: string
    types: Json
    quiet_from: string | null
    quiet_to: string | null
    time_zone: string | null
    daily_at: Generated<string>
  }
  notifications: {
    id: string
    user_id: string
    project_id: string | null
    type: 'BIM_PROCESSING_COMPLETED' | 'ISSUE_ASSIGNED' | 'PROJECT_MEMBER_ADDED' | 'USER_ADDED_TO_PROJECT' | 'USER_REMOVED_FROM_PROJECT' | 'ISSUE_UNASSIGNED' | 'ISSUE_UPDATED' | 'ISSUE_DELETED' | 'ISSUE_COMMENT_ADDED' | 'USER_INVITED_TO_PROJECT' | 'USER_JOINED_PROJECT' | 'CHAT_MESSAGE' | 'PROJECT_DELETED' | 'ISSUES_FOLLOWED'
    state: Generated<'NEW' | 'ACKNOWLEDGED'>
    payload: Json
    created_at: Generated<string>
    in_app: Generated<boolean>
    mail_at: string | null
    push_at: string | null
    group_key: string | null
    snoozed_until: string | null
    returned_at: string | null
    shown_at: string | null
    acknowledged_at: string | null
    push_device_ids: string[] | null
    merged_at: string | null
  }
  oauth_clients: {
    id: string
    name: string
    description: Generated<string>
    url: string | null
    redirect_uris: string[]
    secret_hash: string | null
    created_at: Generated<string>
    used_at: string | null
  }
  oauth_codes: {
    code_hash: string
    client_id: string
    user_id: string
    redirect_uri: string
    code_challenge: string | null
    expires_at: string
    grant_id: string | null
    used_at: string | null
  }
  oauth_grants: {
    id: string
    user_id: string
    client_id: string
    created_at: Generated<string>
    used_at: string | null
    expires_at: string
  }
  oauth_tokens: {
    token_hash: string
    grant_id: string
    kind: 'ACCESS' | 'REFRESH'
    expires_at: string
    used_at: string | null
  }
  operator_log: {
    seq: Generated<number>
    at: string
    by_user_id: string | null
    kind: string
    person_id: string | null
    data: Json
  }
  operators: {
    user_id: string
    added_at: Generated<string>
  }
  outbox: {
    id: string
    seq: number | null
    type: string
    project_id: string | null
    audience: Json
    data: Json
    created_at: Generated<string>
  }
  passkey_challenges: {
    id: string
    session_id: string | null
    challenge: string
    expires_at: string
  }
  passkeys: {
    id: string
    user_id: string
    name: string
    credential_id: string
    public_key: string
    counter: number
    transports: Generated<string[]>
    created_at: Generated<string>
    used_at: string | null
  }
  payment_methods: {
    team_id: string
    payment_method_id: string
    kind: 'CARD' | 'SEPA_DEBIT' | 'INVOICE'
    brand: string
    last4: string | null
    expires: string | null
    is_default: Generated<boolean>
    created_at: Generated<string>
  }
  payments: {
    id: string
    team_id: string
    invoice_id: string | null
    provider_id: string | null
    at: string
    amount: number
    currency: 'EUR' | 'USD' | 'GBP' | 'CHF'
    state: 'PENDING' | 'PAID' | 'FAILED' | 'REFUNDED'
    method: string
    problem_code: 'card_declined' | 'card_without_funds' | 'card_expired' | 'card_not_confirmed' | null
  }
  project_invites: {
    id: string
    project_id: string
    email: string
    role: 'OWNER' | 'PROJECT_MANAGER' | 'ARCHITECT' | 'STRUCTURAL_ENGINEER' | 'MEP_ENGINEER' | 'BIM_COORDINATOR' | 'GENERAL_CONTRACTOR' | 'SITE_MANAGER' | 'SUBCONTRACTOR' | 'QUALITY_SAFETY' | 'SURVEYOR' | 'FACILITY_MANAGER' | 'OTHER'
    permission_level: 'VIEWER' | 'CONTRIBUTOR' | 'EDITOR' | 'ADMIN'
    message: Generated<string>
    state: Generated<'PENDING' | 'APPROVED' | 'REJECTED' | 'CANCELLED' | 'EXPIRED'>
    invited_by: string | null
    created_at: Generated<string>
    expires_at: string
    decided_at: string | null
  }
  project_marks: {
    project_id: string
    user_id: string
    pinned_at: string | null
    visited_at: string | null
  }
  project_members: {
    project_id: string
    user_id: string
    team_id: string | null
    role: 'OWNER' | 'PROJECT_MANAGER' | 'ARCHITECT' | 'STRUCTURAL_ENGINEER' | 'MEP_ENGINEER' | 'BIM_COORDINATOR' | 'GENERAL_CONTRACTOR' | 'SITE_MANAGER' | 'SUBCONTRACTOR' | 'QUALITY_SAFETY' | 'SURVEYOR' | 'FACILITY_MANAGER' | 'OTHER'
    permission_level: 'VIEWER' | 'CONTRIBUTOR' | 'EDITOR' | 'ADMIN'
    created_at: Generated<string>
  }
  projects: {
    id: string
    team_id: string
    name: string
    description: Generated<string>
    address: Generated<string>
    country: string | null
    lat: number | null
    lng: number | null
    timezone: Generated<string>
    picture_id: string | null
    status: Generated<'ACTIVE' | 'ARCHIVED'>
    is_demo: Generated<boolean>
    start_date: string | null
    end_date: string | null
    units: Generated<'METRIC' | 'IMPERIAL'>
    crs_epsg: number | null
    base_point: Json
    true_north_deg: Generated<number>
    last_issue_number: Generated<number>
    created_by: string | null
    created_at: Generated<string>
    deleted_at: string | null
    code: Generated<string>
    deleted_by_name: string | null
    contributor_issue_scope: Generated<'ALL' | 'OWN_COMPANY'>
    vocabulary: Json
    former_names: Json
  }
  push_devices: {
    id: string
    user_id: string
    session_id: string
    endpoint: string
    p256dh: string
    auth: string
    name: string
    created_at: Generated<string>
  }
  push_keys: {
    id: Generated<number>
    public_key: string
    private_key: string
  }
  rate_limits: {
    key: string
    hits: number
    resets_at: string
  }
  recovery_codes: {
    user_id: string
    code_hash: string
  }
  replaced_artefacts: {
    variant_id: string
    team_id: string
    artefacts_key: string
    replaced_at: string
  }
  sections: {
    id: string
    project_id: string
    name: string
    order: number
    color: string
  }
  sessions: {
    id: string
    user_id: string
    user_agent: Generated<string>
    ip: Generated<string>
    created_at: Generated<string>
    seen_at: Generated<string>
    expires_at: string
  }
  signup_codes: {
    id: string
    code: string
    partner_name: string
    plan_slug: 'team' | 'business'
    trial_days: number
    discount_percent: number
    max_redemptions: number | null
    redeemed: Generated<number>
    expires_at: string | null
    created_at: Generated<string>
  }
  signup_redemptions: {
    id: string
    code_id: string
    user_id: string | null
    team_id: string | null
    created_at: Generated<string>
  }
  store_check_findings: {
    check_id: string
    number: number
    kind: 'MISSING' | 'WRONG_SIZE' | 'WRONG_SUM' | 'WITHOUT_ROW'
    key: string
    subject: string
    size: number | null
    expected_size: number | null
  }
  store_checks: {
    id: string
    state: Generated<'RUNNING' | 'COMPLETED' | 'CANCELLED' | 'FAILED'>
    with_sums: boolean
    started_at: string
    heartbeat_at: string
    ended_at: string | null
    checked: Generated<number>
    summed_bytes: Generated<number>
    listed: Generated<number>
    missing: Generated<number>
    damaged: Generated<number>
    without_row: Generated<number>
    without_row_bytes: Generated<number>
    error: string | null
  }
  stripe_events: {
    id: string
    type: string
    customer_id: string
    received_at: string
    handled_at: string | null
  }
  subscriptions: {
    team_id: string
    slug: 'free' | 'team' | 'business' | 'enterprise'
    currency: Generated<'EUR' | 'USD' | 'GBP' | 'CHF'>
    interval: Generated<'MONTH' | 'YEAR'>
    seats: Generated<number>
    trial_ends_at: string | null
    extended_at: string | null
    anchored_at: string | null
    period_start: string | null
    period_end: string | null
    cancels_at: string | null
    next: Json
    unpaid_at: string | null
    ended_at: string | null
    code_id: string | null
    discount_percent: Generated<number>
    trial_reminded_at: string | null
    told_status: 'TRIALING' | 'ACTIVE' | 'PAST_DUE' | 'CANCELLED' | 'EXPIRED' | null
    customer_id: string | null
    subscription_id: string | null
    confirm: Json
    upcoming: Json
    lease_key: string | null
    lease_until: string | null
    created_at: Generated<string>
  }
  team_invites: {
    id: string
    team_id: string
    email: string
    role: 'MEMBER' | 'ADMIN'
    state: Generated<'PENDING' | 'APPROVED' | 'REJECTED' | 'CANCELLED' | 'EXPIRED'>
    invited_by: string | null
    created_at: Generated<string>
    expires_at: string
  }
  team_members: {
    team_id: string
    user_id: string
    role: 'MEMBER' | 'ADMIN' | 'OWNER'
    is_default: Generated<boolean>
    created_at: Generated<string>
  }
  team_storage: {
    team_id: string
    bytes: number
    counted_at: string
  }
  teams: {
    id: string
    name: string
    country: string | null
    members_may_create_projects: Generated<boolean>
    created_at: Generated<string>
    picture_id: string | null
    max_team_size: number | null
    deleted_at: string | null
    seat_limit: number | null
    blocks_at: string | null
    vocabulary: Json
  }
  uploads: {
    id: string
    size: number
    received: Generated<number>
    pieces: Generated<string[]>
    changed_at: string
  }
  user_totp: {
    user_id: string
    secret: string
    is_confirmed: Generated<boolean>
    last_step: Generated<number>
  }
  users: {
    id: string
    email: string
    password_hash: string
    first_name: Generated<string>
    last_name: Generated<string>
    phone: string | null
    locale: Generated<'en' | 'de' | 'fr' | 'es'>
    picture_id: string | null
    mandatory_onboarding_passed: Generated<boolean>
    onboarding_step: Generated<number>
    kyc: Json
    created_at: Generated<string>
    preferences: Json
    locked_at: string | null
    signed_in_at: string | null
    merged_into: string | null
    merged_at: string | null
    merge_settled_at: string | null
  }
  views: {
    id: string
    project_id: string
    name: string
    is_shared: boolean
    view: Json
    extras: Json
    snapshot_id: string | null
    created_by: string | null
    created_at: Generated<string>
    updated_at: Generated<string>
  }
  webhook_deliveries: {
    id: string
    webhook_id: string
    seq: Generated<number>
    event: string
    body: string
    state: Generated<'WAITING' | 'DELIVERED' | 'FAILED'>
    attempts: Generated<number>
    next_at: string | null
    held_until: string | null
    status_code: number | null
    duration_ms: number | null
    error: string | null
    created_at: Generated<string>
    finished_at: string | null
  }
  webhooks: {
    id: string
    project_id: string
    url: string
    events: string[]
    is_active: Generated<boolean>
    secret: string
    created_by: string | null
    created_at: Generated<string>
    failures: Generated<number>
    failing_since: string | null
    stopped_at: string | null
    held_until: string | null
  }
}
