import { catalogue, count } from '../base/language.ts'

export const english = {
  plan: 'Plan',
  payment: 'Payment methods',
  details: 'Billing details',
  invoices: 'Invoices',
  payments: 'Payments',
  plans: {
    free: 'Free',
    team: 'Team',
    business: 'Business',
    enterprise: 'Enterprise',
    self_hosted: 'Self-hosted',
  },
  switchedOff: 'Payments are switched off on this server',
  switchedOffHint: (plan: string) => `The plan is ${plan}: nothing is charged, and nothing is limited.`,
  loading: 'Loading…',
  tryAgain: 'Try again',
  cancel: 'Cancel',
  save: 'Save',
  change: 'Change',
  needsConnection: 'You need a connection for this',

  currentPlan: 'Current plan',
  active: 'Active',
  trialUntil: (date: string | null) => (date ? `Trial until ${date}` : 'Trial'),
  trialHint: 'Choose a plan before it ends to go on as you are.',
  pastDue: (date: string | null) => (date ? `Past due since ${date}` : 'Past due'),
  ended: (date: string | null) => (date ? `Ended on ${date}` : 'Ended'),
  grace: (date: string, over: boolean) =>
    over
      ? `Since ${date} everything can be read and exported, but nothing changed.`
      : `Everything works until ${date}. After that everything can be read and exported, but nothing changed.`,
  endsOn: (date: string) => `Ends on ${date}`,
  endsHint: 'Until then everything works as before.',
  renewsOn: (date: string) => `Renews on ${date}.`,
  seats: 'Seats',
  seatsOf: (used: string, of: string) => `${used} of ${of} in use`,
  seatCount: (seats: number) => count(seats, 'seat', 'seats'),
  paidIn: 'Paid in',
  intervals: { MONTH: 'monthly', YEAR: 'yearly' },
  nextInvoice: 'Next invoice',
  signupCode: 'Sign-up code',
  codeGives: (partner: string, percent: string) => (percent ? `${partner}, ${percent} off` : partner),
  teamSize: 'Team size',
  extend: (days: number) => `Extend the trial by ${days} days`,
  extended: (days: number) => `The trial is ${days} days longer`,
  changesOn: (date: string, plan: string, seats: string, interval: string) =>
    `From ${date}: ${[plan, seats, interval].filter(Boolean).join(', ')}.`,
  keepAsItIs: 'Keep it as it is',
  keepPlan: 'Keep the plan',
  cancelPlan: 'Cancel plan',
  confirmPayment: 'Confirm the payment',
  confirmHint: 'Your bank asks you to confirm the payment. Nothing changes until then.',
  confirmFailed: 'The payment was not confirmed',

  allPlans: 'Plans',
  payYearly: (percent: string) => `Pay yearly, save ${percent}`,
  currency: 'Currency',
  currencyHelp: 'It stays while the subscription goes on',
  perSeat: { MONTH: 'per seat and month', YEAR: 'per seat and year' },
  yearSaves: (amount: string) => `Saves ${amount} per seat against paying monthly`,
  yours: 'Your plan',
  choose: (plan: string) => `Choose ${plan}`,
  payBy: { MONTH: 'Pay monthly', YEAR: 'Pay yearly' },
  endsAlready: 'The plan is cancelled: take that back first',
  payFirst: 'Pay what is due first',
  seeWhatIsDue: 'See what is due',
  projectCount: (number: number) => count(number, 'active project', 'active projects'),
  anyProjects: 'Any number of projects',
  memberCount: (number: string) => `Up to ${number} members`,
  asManySeats: 'As many members as you pay seats for',
  storage: (size: string) => `${size} of storage`,
  anyStorage: 'Any amount of storage',
  fileSize: (size: string) => `Files up to ${size}`,
  anyFile: 'Files of any size',
  features: { ids: 'Checks of requirements (IDS)', api_tokens: 'API tokens', webhooks: 'Webhooks' },
  guestsFree: 'Guests from other companies are free',
  enterpriseHint: 'For more, or on terms of your own, there is Enterprise.',
  contact: 'Contact us',

  changeTo: (plan: string) => `Change to ${plan}`,
  seatsHelp: (used: number) => `In use by members and open invitations: ${used}`,
  sameSeats: 'This is the number you have',
  chooseSeats: 'Say how many seats',
  paid: 'Paid',
  intervalChoice: { MONTH: 'Monthly', YEAR: 'Yearly' },
  estimate: 'Estimate',
  estimating: 'The estimate is on its way',
  lines: {
    SEATS: (seats: string, plan: string) => `${plan}, ${seats}`,
    UNUSED: (seats: string, plan: string) => `Not used of ${plan}, ${seats}`,
    DISCOUNT: (_seats: string, _plan: string) => 'Discount',
    BALANCE: (_seats: string, _plan: string) => 'Credit',
  },
  fromUntil: (from: string, until: string) => `${from} to ${until}`,
  subtotal: 'Subtotal',
  tax: (percent: string) => `Tax ${percent}`,
  dueToday: 'Due today',
  dueNothing: 'Nothing is due today',
  reverseCharge: 'Reverse charge: you owe the tax to your own state.',
  startsOn: (date: string) => `It begins on ${date}.`,
  thenPer: {
    MONTH: (amount: string, date: string) =>
      `Then ${amount} per month${date && ` from ${date}`}, tax included.`,
    YEAR: (amount: string, date: string) =>
      `Then ${amount} per year${date && ` from ${date}`}, tax included.`,
  },
  overTitle: 'You are over what this plan allows',
  over: {
    active_projects: (used: string, max: string) => `${used} active projects, ${max} allowed`,
    team_members: (used: string, max: string) => `${used} members and invitations, ${max} allowed`,
    storage_bytes: (used: string, max: string) => `${used} stored, ${max} allowed`,
    file_bytes: (used: string, max: string) => `A file of ${used}, ${max} allowed`,
  },
  overHint:
    'Everything that is there stays and can be read. What would add to it is refused until there is room.',
  invoicedTo: (name: string) => (name ? `Invoices go to ${name}.` : 'Nobody is named on the invoices yet.'),
  countryDecides: 'The country decides which tax is due',
  paidBy: (method: string) => `Paid by: ${method}.`,
  byInvoice: 'Invoice and bank transfer',
  needsMethod: 'Add a payment method first.',
  confirm: 'Confirm',
  ordered: 'The subscription is changed',

  cancelMeans: (date: string) =>
    `The plan goes on until ${date}, which is paid for. Nothing is charged after that.`,
  cancelThen:
    'Then your projects, models and issues stay readable. You can take this back until the plan has ended, or choose a plan again at any time.',
  cancelExport:
    'You can take everything along, now and later: issues as PDF, Excel, CSV or BCF, models as files.',
  toExports: 'Go to the projects',
  goOn: 'Continue',
  cancelSure: (plan: string, date: string) => `${plan} ends on ${date}.`,
  cancelled: (plan: string, date: string) => `${plan} ends on ${date}`,

  addMethod: 'Add a payment method',
  payByInvoice: 'Pay by invoice',
  noMethods: 'There is no payment method yet.',
  methodAdded: 'The payment method is added',
  methodRemoved: 'The payment method is removed',
  default: 'Default',
  useThis: 'Use this one',
  remove: 'Remove',
  removeMethod: 'Remove payment method',
  removeMethodHint: (method: string) => `${method} is not charged any more.`,
  lastStays: 'The last one stays while the subscription goes on',
  expires: (month: string) => `Expires ${month}`,
  stripeHint: 'Your card or account number goes to Stripe alone.',
  stripeUnreachable: 'Stripe could not be reached',

  detailsHint: 'This stands on your invoices, from the next one on.',
  name: 'Company name',
  invoiceEmail: 'E-mail for invoices',
  invoiceEmailHelp: 'Each invoice goes there',
  address: 'Street and number',
  postalCode: 'Postal code',
  city: 'City',
  country: 'Country',
  taxId: 'VAT number',
  taxIdHelp: 'With its country, such as DE123456788',

  pdfOf: (number: string) => `Invoice ${number} as PDF`,
  invoiceStates: { OPEN: 'Open', PAID: 'Paid', VOID: 'Void', UNCOLLECTIBLE: 'Not collected' },
  paymentStates: { PENDING: 'Pending', PAID: 'Paid', FAILED: 'Failed', REFUNDED: 'Refunded' },
  dueOn: (date: string) => `Due on ${date}`,
  nextWillBe: (amount: string, date: string) => `The next one will be ${amount}${date && ` on ${date}`}.`,
  noInvoices: 'No invoices yet',
  noInvoicesHint: 'The first one comes with the first payment.',
  forInvoice: (number: string) => `Invoice ${number}`,

  attention: 'This company’s subscription needs attention',
  allSafe: 'Everything is safe and stays readable.',
  ask: (names: string) => `Ask ${names}.`,
  toBilling: 'Go to billing',
  toProjects: 'Go to projects',
  back: 'Back to where you were',
  typedIsKept: 'What you typed is still there.',
  haveSignupCode: 'I have a sign-up code',
  apply: 'Apply',
  withoutCode: 'Without the code',
  codeTerms: (partner: string, plan: string, days: number, percent: string) =>
    `${partner} gives you ${
      [
        days > 0 && `${plan} free for ${count(days, 'day', 'days')}`,
        percent && `${percent} off every invoice`,
      ]
        .filter(Boolean)
        .join(', then ') || plan
    }.`,
  codeUnknown: 'This code is unknown, used up or expired',
  codeUnknownSignup: 'This sign-up code is unknown, used up or expired. You can go on without it.',

  limit: {
    active_projects: (max: number) =>
      `The plan of this company has ${count(max, 'active project', 'active projects')}. Archive one, or choose another plan.`,
    file_bytes: (max: string) => `The plan of this company allows files up to ${max}.`,
    storage_bytes: (max: string) => `The ${max} of storage of this company's plan are full.`,
  },
}

export type BillingText = typeof english

declare module '../base/language.ts' {
  interface Texts {
    billing: BillingText
  }
}
export const useBillingText = catalogue('billing', english)
