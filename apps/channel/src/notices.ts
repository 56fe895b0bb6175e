import { randomUUID } from 'node:crypto'
import type { Bill } from './book.ts'
import type { Behaviour } from './faults.ts'
import { type Keys, sealForMerchant, type Signing, signatureHeaders } from './keys.ts'
import { billBody, rfc3339 } from './transfers.ts'

const ABOUT = 'mch_payment'
const TIMEOUT_MS = 5_000

/** Tells merchants what became of their transfers, again until they say that they heard. */
export class Notices {
  /** What was sent, by whose bill: how it was signed, and what came back (0: nothing). */
  readonly sent: { outBillNo: string; signing: Signing | 'OTHER_MERCHANT' | 'OTHER_KEY'; status: number }[] = []
  readonly #keys: Keys
  readonly #againMs: readonly number[]
  readonly #timers = new Set<NodeJS.Timeout>()

  constructor(keys: Keys, againMs: readonly number[]) {
    this.#keys = keys
    this.#againMs = againMs
  }

  tell(bill: Bill, { notice }: Behaviour): void {
    const url = bill.notifyUrl
    if (!url || notice === 'NONE') return
    void this.#tell(url, bill, notice)
  }
  async #tell(url: string, bill: Bill, notice: Behaviour['notice']): Promise<void> {
    const lie: Bill =
      bill.state === 'SUCCESS' ? { ...bill, state: 'FAIL', failReason: 'ACCOUNT_FROZEN' } : { ...bill, state: 'SUCCESS', failReason: null }
    if (notice === 'FORGED' || notice === 'FORGED_ONLY')
      for (const signing of ['UNSIGNED', 'FOREIGN_KEY', 'UNKNOWN_KEY', 'OLD', 'PROBE', 'OTHER_BODY'] as const)
        await this.#post(url, lie, this.#body(lie), signing)
    if (notice === 'FORGED_ONLY') return
    if (notice === 'OLD') return this.#post(url, bill, this.#body(bill), 'OLD').then(() => {})
    if (notice === 'OTHER_MERCHANT') await this.#post(url, lie, this.#body(lie, { mch_id: '1900009999' }), 'RIGHT', 'OTHER_MERCHANT')
    if (notice === 'OTHER_KEY') await this.#post(url, lie, this.#body(lie, {}, '0'.repeat(32)), 'RIGHT', 'OTHER_KEY')
    const body = this.#body(bill)
    if (notice === 'REPEATED') await Promise.all([this.#post(url, bill, body), this.#post(url, bill, body)])
    await this.#until(url, bill, body, 0)
  }
  async #until(url: string, bill: Bill, body: string, tried: number): Promise<void> {
    const status = await this.#post(url, bill, body)
    const againMs = this.#againMs[tried]
    if ((status >= 200 && status < 300) || againMs === undefined) return
    const timer = setTimeout(() => {
      this.#timers.delete(timer)
      void this.#until(url, bill, body, tried + 1)
    }, againMs)
    timer.unref()
    this.#timers.add(timer)
  }
  #body(bill: Bill, change: object = {}, key = this.#keys.apiV3Key): string {
    const text = JSON.stringify({ ...billBody(this.#keys, bill), ...change })
    return JSON.stringify({
      id: randomUUID(),
      create_time: rfc3339(Date.now()),
      resource_type: 'encrypt-resource',
      event_type: 'MCHTRANSFER.BILL.FINISHED',
      summary: '商家转账单据终态通知',
      resource: { original_type: ABOUT, algorithm: 'AEAD_AES_256_GCM', associated_data: ABOUT, ...sealForMerchant(key, text, ABOUT) },
    })
  }
  async #post(
    url: string,
    bill: Bill,
    body: string,
    signing: Signing = 'RIGHT',
    as: 'OTHER_MERCHANT' | 'OTHER_KEY' | Signing = signing,
  ): Promise<number> {
    const headers = { 'content-type': 'application/json', ...signatureHeaders(this.#keys, body, signing) }
    const status = await fetch(url, { method: 'POST', headers, body, redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) }).then(
      async (response) => {
        await response.body?.cancel()
        return response.status
      },
      () => 0,
    )
    this.sent.push({ outBillNo: bill.outBillNo, signing: as, status })
    return status
  }

  stop(): void {
    for (const timer of this.#timers) clearTimeout(timer)
  }
}
