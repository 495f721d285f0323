import { catalogue, count } from '../base/language.ts'

export const englishBillingText = {
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
  switchedOffHint: (plan: string) => `The plan is ${plan}: nothing is charged and there are no limits.`,
  loading: 'Loading…',
  tryAgain: 'Try again',
  cancel: 'Cancel',
  save: 'Save',
  change: 'Change',
  needsConnection: 'You need to be online for this',

  currentPlan: 'Current plan',
  active: 'Active',
  trialUntil: (date: string | null) => (date ? `Trial until ${date}` : 'Trial'),
  trialHint: 'Choose a plan before the trial ends to keep full access.',
  pastDue: (date: string | null) => (date ? `Past due since ${date}` : 'Past due'),
  ended: (date: string | null) => (date ? `Ended on ${date}` : 'Ended'),
  grace: (date: string, over: boolean) =>
    over
      ? `Since ${date} you can read and export everything, but not make changes.`
      : `Everything works until ${date}. After that you can read and export everything, but not make changes.`,
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
  extended: (days: number) => `Trial extended by ${days} days`,
  changesOn: (date: string, plan: string, seats: string, interval: string) =>
    `From ${date}: ${[plan, seats, interval].filter(Boolean).join(', ')}.`,
  keepAsItIs: 'Cancel scheduled change',
  keepPlan: 'Resume plan',
  cancelPlan: 'Cancel plan',
  confirmPayment: 'Confirm the payment',
  confirmHint: 'Your bank asks you to confirm the payment. Nothing changes until then.',
  confirmFailed: 'The payment was not confirmed',

  allPlans: 'Plans',
  payYearly: (percent: string) => `Pay yearly, save ${percent}`,
  currency: 'Currency',
  currencyHelp: 'Cannot be changed while the subscription is running',
  perSeat: { MONTH: 'per seat and month', YEAR: 'per seat and year' },
  yearSaves: (amount: string) => `Saves ${amount} per seat against paying monthly`,
  yours: 'Your plan',
  choose: (plan: string) => `Choose ${plan}`,
  payBy: { MONTH: 'Pay monthly', YEAR: 'Pay yearly' },
  endsAlready: 'The plan is cancelled. Resume it first.',
  payFirst: 'Pay the outstanding invoice first',
  seeWhatIsDue: 'View open invoices',
  projectCount: (number: number) => count(number, 'active project', 'active projects'),
  anyProjects: 'Unlimited projects',
  memberCount: (number: string) => `Up to ${number} members`,
  asManySeats: 'One member per paid seat',
  storage: (size: string) => `${size} of storage`,
  anyStorage: 'Unlimited storage',
  fileSize: (size: string) => `Files up to ${size}`,
  anyFile: 'Files of any size',
  features: { ids: 'IDS requirement checks', api_tokens: 'API tokens', webhooks: 'Webhooks' },
  guestsFree: 'Guests from other companies are free',
  enterpriseHint: 'Need more, or custom terms? Choose Enterprise.',
  contact: 'Contact us',

  changeTo: (plan: string) => `Change to ${plan}`,
  seatsHelp: (used: number) => `Used by members and open invitations: ${used}`,
  sameSeats: 'This is your current number of seats',
  chooseSeats: 'Enter the number of seats',
  paid: 'Paid',
  intervalChoice: { MONTH: 'Monthly', YEAR: 'Yearly' },
  estimate: 'Estimate',
  estimating: 'Estimating the price…',
  lines: {
    SEATS: (seats: string, plan: string) => `${plan}, ${seats}`,
    UNUSED: (seats: string, plan: string) => `Unused time on ${plan}, ${seats}`,
    DISCOUNT: (_seats: string, _plan: string) => 'Discount',
    BALANCE: (_seats: string, _plan: string) => 'Credit',
  },
  fromUntil: (from: string, until: string) => `${from} to ${until}`,
  subtotal: 'Subtotal',
  tax: (percent: string) => `Tax ${percent}`,
  dueToday: 'Due today',
  dueNothing: 'Nothing is due today',
  reverseCharge: 'Reverse charge: you account for the tax in your own country.',
  startsOn: (date: string) => `Starts on ${date}.`,
  thenPer: {
    MONTH: (amount: string, date: string) =>
      `Then ${amount} per month${date && ` from ${date}`}, tax included.`,
    YEAR: (amount: string, date: string) =>
      `Then ${amount} per year${date && ` from ${date}`}, tax included.`,
  },
  overTitle: 'You exceed the limits of this plan',
  over: {
    active_projects: (used: string, max: string) => `${used} active projects, ${max} allowed`,
    team_members: (used: string, max: string) => `${used} members and invitations, ${max} allowed`,
    storage_bytes: (used: string, max: string) => `${used} stored, ${max} allowed`,
    file_bytes: (used: string, max: string) => `A file of ${used}, ${max} allowed`,
  },
  overHint:
    'Nothing is deleted and everything stays readable. You cannot add more until you are within the limits.',
  invoicedTo: (name: string) => (name ? `Invoices go to ${name}.` : 'No billing details yet.'),
  countryDecides: 'Your country determines the tax rate',
  paidBy: (method: string) => `Paid by: ${method}.`,
  bankTransfer: 'Bank transfer',
  card: 'Card',
  byInvoice: 'Invoice and bank transfer',
  needsMethod: 'Add a payment method first.',
  confirm: 'Confirm',
  ordered: 'Subscription updated',

  cancelMeans: (date: string) =>
    `Your plan runs until ${date}, which is already paid for. You are not charged again.`,
  cancelThen:
    'After that your projects, models and issues become read-only. You can resume the plan until it ends, or choose a plan again at any time.',
  cancelExport:
    'You can export everything, now and later: issues as PDF, Excel, CSV or BCF, models as files.',
  toExports: 'Go to projects',
  goOn: 'Continue',
  cancelSure: (plan: string, date: string) => `${plan} ends on ${date}.`,
  cancelled: (plan: string, date: string) => `${plan} ends on ${date}`,

  addMethod: 'Add payment method',
  payByInvoice: 'Pay by invoice',
  noMethods: 'No payment methods yet.',
  methodAdded: 'Payment method added',
  methodRemoved: 'Payment method removed',
  default: 'Default',
  useThis: 'Make default',
  remove: 'Remove',
  removeMethod: 'Remove payment method',
  removeMethodHint: (method: string) => `${method} will no longer be charged.`,
  lastStays: 'A running subscription needs a payment method',
  expires: (month: string) => `Expires ${month}`,
  stripeHint: 'Your card or account number is sent only to Stripe.',
  stripeUnreachable: 'Could not reach Stripe',

  detailsHint: 'Shown on your invoices, starting with the next one.',
  name: 'Company name',
  invoiceEmail: 'E-mail for invoices',
  invoiceEmailHelp: 'Every invoice is sent here',
  address: 'Street and number',
  postalCode: 'Postal code',
  city: 'City',
  country: 'Country',
  taxId: 'VAT number',
  taxIdHelp: 'Including the country code, such as DE123456788',

  pdfOf: (number: string) => `Invoice ${number} as PDF`,
  invoiceStates: { OPEN: 'Open', PAID: 'Paid', VOID: 'Void', UNCOLLECTIBLE: 'Not collected' },
  paymentStates: { PENDING: 'Pending', PAID: 'Paid', FAILED: 'Failed', REFUNDED: 'Refunded' },
  dueOn: (date: string) => `Due on ${date}`,
  nextWillBe: (amount: string, date: string) => `The next one will be ${amount}${date && ` on ${date}`}.`,
  noInvoices: 'No invoices yet',
  noInvoicesHint: 'You get the first one with your first payment.',
  forInvoice: (number: string) => `Invoice ${number}`,

  attention: 'This company’s subscription needs attention',
  allSafe: 'Your data is safe and stays readable.',
  ask: (names: string) => `Ask ${names}.`,
  toBilling: 'Go to billing',
  toProjects: 'Go to projects',
  back: 'Go back',
  typedIsKept: 'What you typed is still there.',
  haveSignupCode: 'I have a sign-up code',
  apply: 'Apply',
  withoutCode: 'Remove the code',
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
  codeUnknownSignup: 'This sign-up code is unknown, used up or expired. You can continue without it.',

  limit: {
    active_projects: (max: number) =>
      `Your company’s plan includes ${count(max, 'active project', 'active projects')}. Archive one, or choose another plan.`,
    file_bytes: (max: string) => `Your company’s plan allows files up to ${max}.`,
    storage_bytes: (max: string) => `Your company’s ${max} of storage is full.`,
  },
}

export type BillingText = typeof englishBillingText

declare module '../base/language.ts' {
  interface Texts {
    billing: BillingText
  }
}
export const useBillingText = catalogue('billing', englishBillingText)
