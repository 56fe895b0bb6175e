import type { DB } from '../database/tables.generated.ts'

/** How long the rows of a table are kept. */
export type Kept =
  /** What the business is, or what people decided: for the law, the books, or because somebody may ask. */
  | { forEver: string }
  /** It grows with people, cities and settings, not with time. */
  | { bounded: string }
  /** Removed where they are used up. */
  | { removedBy: string }
  /** The job removes a row so many days after `since`, where `unless` is not true. */
  | { days: number | keyof KeepSettings; since: string; why: string; only?: string }
  /** Whole partitions are dropped. */
  | { months: keyof KeepSettings; why: string }

/** What an operator may decide. */
export interface KeepSettings {
  /** How a driver was looked for: searches, rounds, offers. */
  dispatchKeepDays: number
  noticeKeepDays: number
  /** Of the operation log; the law asks for six. */
  logKeepMonths: number
}

const BUSINESS = 'what was ordered, done and paid is the business, its books and what people ask about years later'
const LEDGER = 'the books are never shortened'
const SETTINGS = 'settings of the business'
const PEOPLE = 'one row a person or account'
const ONE_A_DRIVER = 'one row a driver'

/** Every table of the database, and how long its rows are kept; a table that is missing here does not compile. */
export const retention: Record<keyof DB, Kept> = {
  account_codes: { bounded: 'one code a person and purpose' },
  app_admins: { bounded: SETTINGS },
  app_pays: { bounded: SETTINGS },
  apps: { bounded: SETTINGS },
  authenticator_bindings: { removedBy: 'the next binding, a day after it lapsed' },
  authenticator_roles: { bounded: SETTINGS },
  bill_lines: { forEver: BUSINESS },
  bookings: { forEver: BUSINESS },
  cancel_quotes: { days: 30, since: 'created_at', why: 'a quote is good for a minute; what a cancellation cost stands with the order' },
  cancel_reviews: { forEver: BUSINESS },
  cancel_rules: { bounded: SETTINGS },
  channel_days: { days: 90, since: 'day', why: 'how much of its quota a channel used is asked within weeks' },
  channel_keys: { forEver: 'who could order in a partner’s name, and since when not any more' },
  channels: { bounded: SETTINGS },
  cities: { bounded: SETTINGS },
  city_detours: { bounded: 'one row a city of a tenant' },
  coupon_grants: { forEver: 'who decided that many were given a coupon' },
  coupon_templates: { bounded: SETTINGS },
  coupons: { forEver: 'what somebody was given, and what it paid for' },
  customer_driver_blocks: { bounded: 'one row a customer and driver who are kept apart' },
  customer_consents: { forEver: 'what a person agreed to must be shown years later; erasing the person removes it' },
  customer_group_members: { bounded: 'one row a customer and group' },
  customer_groups: { bounded: SETTINGS },
  customer_merges: { forEver: BUSINESS },
  customer_notes: { forEver: BUSINESS },
  customer_search: { bounded: 'one row a customer' },
  customers: { forEver: BUSINESS },
  departments: { bounded: SETTINGS },
  dispatch_leases: { bounded: 'one row a city' },
  dispatch_rounds: { days: 'dispatchKeepDays', since: 'started_at', why: 'why nobody was found is asked within weeks' },
  dispatch_searches: {
    days: 'dispatchKeepDays',
    since: 'ended_at',
    why: 'why nobody was found is asked within weeks',
  },
  dispatch_settings: { bounded: SETTINGS },
  document_serials: { bounded: 'a few a tenant' },
  driver_checks: { days: 730, since: 'at', why: 'that a driver was who they are, and insured, is asked after an accident: two years' },
  driver_codes: { removedBy: 'the next code that is sent, a day after it lapsed' },
  driver_duty_rules: { bounded: SETTINGS },
  driver_invitations: { days: 30, since: 'expires_at', why: 'a link opens nothing once it lapsed' },
  driver_payout_accounts: { bounded: ONE_A_DRIVER },
  driver_positions: { bounded: ONE_A_DRIVER },
  driver_remarks: { forEver: 'what people wrote about a driver' },
  driver_listen_ranges: { bounded: 'what an operator gave a driver, some a year' },
  drivers: { bounded: ONE_A_DRIVER },
  dynamic_rates: { bounded: SETTINGS },
  enterprise_employees: { bounded: PEOPLE },
  enterprise_top_ups: { forEver: LEDGER },
  enterprises: { bounded: 'one row an enterprise' },
  export_downloads: { removedBy: 'the removal of the export' },
  exports: { days: 365, since: 'created_at', why: 'who took which rows out of the system is asked months later' },
  fee_quotes: { days: 30, since: 'created_at', why: 'a quote is good for ten minutes, and the order keeps what it took over from it' },
  file_leftovers: { removedBy: 'the sweep of files, when their bytes are gone' },
  file_pieces: { removedBy: 'the sweep of files' },
  files: { removedBy: 'what they belong to, or the sweep: each kind says how long, `files/kinds.ts`' },
  functions: { bounded: SETTINGS },
  idempotency_keys: { days: 7, since: 'created_at', why: 'a request is repeated within minutes; a client that was off line, within days' },
  import_rows: { removedBy: 'the removal of their import' },
  imports: { days: 30, since: 'created_at', why: 'what was refused, and why, is asked within weeks; what came in stands where it belongs' },
  installation: { bounded: 'one row' },
  jobs: { days: 30, since: 'expires_at', why: 'what became of it is asked within weeks; its file is gone by then' },
  learned_pickups: { days: 400, since: 'last_at', why: 'where nobody was met for a year is met at another door by now' },
  ledger_accounts: { forEver: LEDGER },
  ledger_checks: { removedBy: 'the check itself: the last 30 are kept' },
  ledger_day_marks: { forEver: LEDGER },
  ledger_days: { forEver: LEDGER },
  ledger_entries: { forEver: LEDGER },
  ledger_lines: { forEver: LEDGER },
  ledger_seals: { forEver: LEDGER },
  ledger_unsealed: { removedBy: 'the sealing of the entry' },
  live_events: { removedBy: 'the live feed, after six minutes' },
  logos: { bounded: SETTINGS },
  map_answers: { days: 1, since: 'expires_at', why: 'an answer past the time its provider lets it be kept is asked for again' },
  map_service_days: { days: 90, since: 'day', why: 'what services were asked is compared with their bills within weeks' },
  map_services: { bounded: SETTINGS },
  menus: { bounded: SETTINGS },
  notice_reads: { days: 'noticeKeepDays', since: 'at', why: 'with the notices: one is read after it came' },
  notices: { days: 'noticeKeepDays', since: 'at', why: 'the notification centre goes back 14 days' },
  offers: { days: 'dispatchKeepDays', since: 'sent_at', why: 'what a driver was offered is asked within weeks', only: `result <> 'SENT'` },
  operation_logs: { months: 'logKeepMonths', why: 'the law asks for six months at least' },
  order_bulk_jobs: { forEver: 'few: one an action on many orders' },
  order_bulk_rows: { forEver: 'what was done to an order together with others' },
  order_events: { forEver: BUSINESS },
  order_files: { forEver: 'pictures are proof of damage and of receipts' },
  order_messages: { forEver: BUSINESS },
  order_payments: { forEver: LEDGER },
  order_team_members: { bounded: SETTINGS },
  order_teams: { bounded: SETTINGS },
  order_tracks: { forEver: 'two lines an order: proof of what was driven' },
  orders: { forEver: BUSINESS },
  own_places: { bounded: 'places that people keep' },
  partner_nonces: { removedBy: 'the round `partner.nonces`, a quarter of an hour later' },
  password_history: { removedBy: 'the next change: the last five are kept' },
  password_links: { days: 30, since: 'expires_at', why: 'a link opens nothing once it lapsed' },
  phone_call_orders: { forEver: BUSINESS },
  phone_calls: { forEver: BUSINESS },
  pickup_learning: { bounded: 'one row a tenant' },
  places: { bounded: 'read by processes of the last release; `own_places` took its place' },
  payout_attempts: { forEver: LEDGER },
  payout_bank_batches: { forEver: LEDGER },
  payout_bank_lines: { forEver: LEDGER },
  payout_vouchers: { forEver: LEDGER },
  price_fences: { bounded: SETTINGS },
  price_templates: { bounded: SETTINGS },
  city_streets: { bounded: 'one row a city and tenant, made anew every night' },
  'private.menus_given': { bounded: 'a row for each screen' },
  'private.migrations': { bounded: 'one row a migration' },
  'private.secrets': { bounded: 'two rows' },
  processes: { removedBy: 'any heartbeat, an hour after the process was last seen' },
  recon_batches: { forEver: LEDGER },
  recon_details: { forEver: LEDGER },
  recon_runs: { forEver: LEDGER },
  recovery_codes: { bounded: PEOPLE },
  redeem_batches: { forEver: 'what was sold' },
  redeem_codes: { forEver: 'what was sold' },
  redeem_guesses: { removedBy: 'the job that expires coupons, after a day' },
  right_configs: { bounded: SETTINGS },
  right_order_audit_events: { forEver: BUSINESS },
  right_order_audits: { forEver: BUSINESS },
  right_grants: { forEver: 'what somebody was given' },
  right_uses: { forEver: BUSINESS },
  role_departments: { bounded: SETTINGS },
  role_functions: { bounded: SETTINGS },
  roles: { bounded: SETTINGS },
  sessions: { days: 90, since: 'ended_at', why: 'who was signed in from where is asked within weeks' },
  setting_versions: { bounded: SETTINGS },
  sign_in_failures: { days: 7, since: 'at', why: 'fifteen minutes decide about a lock; a week shows who tried' },
  sms_outbox: {
    days: 30,
    since: 'created_at',
    why: 'codes and texts with the telephone; what went out about an order stands with the order',
    // A message about an order that never went out says so for ever.
    only: `(sent_at is not null or purpose in ('DRIVER_CODE', 'ACCOUNT_CODE'))`,
  },
  sound_access_logs: { forEver: 'who listened to whom is never forgotten' },
  sound_pieces: { removedBy: 'the removal of recordings, after SOUND_KEEP_DAYS' },
  sound_records: { forEver: 'that there was a recording, and who removed it' },
  systems: { bounded: SETTINGS },
  team_queue_entries: { days: 'dispatchKeepDays', since: 'left_at', why: 'who stood where in a queue is asked within weeks' },
  tenant_cities: { bounded: SETTINGS },
  tenants: { bounded: SETTINGS },
  track_points: { removedBy: 'the end of the order, which makes two lines of them' },
  user_preferences: { bounded: PEOPLE },
  user_roles: { bounded: PEOPLE },
  users: { bounded: PEOPLE },
  weather_rules: { bounded: SETTINGS },
  withdrawal_events: { forEver: LEDGER },
  withdrawal_settings: { bounded: SETTINGS },
  withdrawal_tax_settings: { bounded: SETTINGS },
  withdrawals: { forEver: LEDGER },
}
