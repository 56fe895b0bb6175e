import { attemptStateText, payoutCalls, payoutChannelText } from '@chauffeur/contract/finance/payout'
import { type LedgerAccount, ledgerAccountText } from '@chauffeur/contract/finance/ledger'
import { withdrawalReviewCalls } from '@chauffeur/contract/finance/withdrawal-review'
import { Button } from 'antd'
import { useState } from 'react'
import { Facts } from '#kit/detail/facts.tsx'
import { useCall } from '#platform/http/call.ts'
import { useMay } from '#platform/session/session.ts'
import { t, tr } from '#platform/text/text.ts'
import { lazyPiece } from '#ui/dialog/lazy-piece.tsx'
import { WhenOpened } from '#ui/dialog/when-opened.tsx'
import { Async, Skeleton } from '#ui/page/async.tsx'
import { Money } from '#ui/show/money.tsx'
import { Tag, type Tone } from '#ui/show/tag.tsx'
import { Time } from '#ui/show/time.tsx'
import { PlainTable } from '#ui/table/plain-table.tsx'
import { stepWords } from '../ledger/ledger.view.ts'
import { accountWords, type Attempt, failureWords, type Life, type Rights } from '../withdrawal-review/review.view.ts'

const RevealDialog = lazyPiece(async () => ({ default: (await import('./account.dialog.tsx')).RevealDialog }))
const ChangeAccountDialog = lazyPiece(async () => ({ default: (await import('./account.dialog.tsx')).ChangeAccountDialog }))
const CheckAccountDialog = lazyPiece(async () => ({ default: (await import('./account.dialog.tsx')).CheckAccountDialog }))
const Pictures = lazyPiece(() => import('#kit/media/pictures.dialog.tsx'))

/** Where it is paid to, and where the driver wants money from now on, where that is another by now. */
export function AccountFacts({ life, rights }: { life: Life; rights: Rights | undefined }) {
  const query = useCall(withdrawalReviewCalls.accounts, { driverId: life.driverId }, { silent: true })
  const mayReveal = useMay(withdrawalReviewCalls.accountNumber)
  const [open, setOpen] = useState<'reveal' | 'change' | 'check' | null>(null)
  const present = query.data?.rows.find(({ way }) => way === life.way)
  const close = () => setOpen(null)
  const cooling = present && Date.parse(present.usableAt) > Date.now()
  return (
    <section>
      <h3>{t('收款账户')}</h3>
      <Facts
        facts={[
          [t('这笔付到'), `${life.account.holderName} ${accountWords(life, life.account)}`],
          present !== undefined && [
            t('司机现在的账户'),
            <>
              {present.holderName} {accountWords(life, present)} · {t('变更于')} <Time at={present.changedAt} as="short" />
            </>,
            present.numberMasked !== life.account.numberMasked,
          ],
          present !== undefined && present.enteredByName !== '' && [t('后台修改人'), present.enteredByName, present.checked === null],
          present?.checked ? [t('核对人'), <Who key="checked" name={present.checked.name} at={present.checked.at} />] : false,
          cooling === true && [t('冷却期'), <CoolingUntil key="cooling" at={present!.usableAt} />, true],
        ]}
      />
      <p className="withdrawal-steps">
        {mayReveal ? (
          <Button size="small" onClick={() => setOpen('reveal')}>
            {t('查看完整账号')}
          </Button>
        ) : null}
        {present?.mayCheck ? (
          <Button size="small" onClick={() => setOpen('check')}>
            {t('核对账户')}
          </Button>
        ) : null}
        {rights?.mayChangeAccount ? (
          <Button size="small" onClick={() => setOpen('change')}>
            {t('修改收款账户')}
          </Button>
        ) : null}
      </p>
      <WhenOpened open={open === 'reveal'}>
        <RevealDialog open={open === 'reveal'} life={life} onClose={close} />
      </WhenOpened>
      <WhenOpened open={open === 'change'}>
        <ChangeAccountDialog open={open === 'change'} life={life} onClose={close} />
      </WhenOpened>
      <WhenOpened open={open === 'check'}>
        {present ? <CheckAccountDialog open={open === 'check'} life={life} account={present} onClose={close} /> : null}
      </WhenOpened>
    </section>
  )
}

const CoolingUntil = ({ at }: { at: string }) => (
  <>
    {t('新账户在此之前不付款：')}
    <Time at={at} as="exact" />
  </>
)

/** What was paid outside: entered by one person, seen by another. */
export function Vouchers({ life }: { life: Life }) {
  const [at, setAt] = useState<number | null>(null)
  return (
    <section>
      <h3>{t('线下凭证')}</h3>
      {life.vouchers.map((voucher, index) => (
        <Facts
          key={voucher.attempt}
          facts={[
            [
              t('凭证号'),
              <span key="no" className="withdrawal-voucher">
                <span className="ui-number">{voucher.voucherNo}</span>
                <Button size="small" onClick={() => setAt(index)}>
                  {t('查看凭证图片')}
                </Button>
              </span>,
            ],
            [t('支付时间'), <Time key="paid" at={voucher.paidAt} as="exact" />],
            [t('登记'), <Who key="entered" name={voucher.enteredByName} at={voucher.enteredAt} />],
            [
              t('确认'),
              voucher.confirmedAt ? (
                <Who key="seen" name={voucher.confirmedByName ?? ''} at={voucher.confirmedAt} />
              ) : (
                t('等待另一位同事确认')
              ),
            ],
          ]}
        />
      ))}
      <WhenOpened open={at !== null}>
        <Pictures
          pictures={life.vouchers}
          at={at}
          onAt={setAt}
          keyOf={(voucher: Voucher) => String(voucher.attempt)}
          nameOf={(voucher: Voucher) => t('凭证 {no}', { no: voucher.voucherNo })}
          draw={(voucher: Voucher) => <Picture withdrawalId={life.withdrawalId} voucher={voucher} />}
        />
      </WhenOpened>
    </section>
  )
}
type Voucher = Life['vouchers'][number]

function Picture({ withdrawalId, voucher: { attempt, voucherNo } }: { withdrawalId: string; voucher: Voucher }) {
  const query = useCall(payoutCalls.voucherPicture, { withdrawalId, attempt }, { saysRefusals: true })
  return (
    <Async query={query} skeleton={<Skeleton lines={1} height={240} />}>
      {({ dataUrl }) => <img src={dataUrl} alt={t('凭证 {no}', { no: voucherNo })} />}
    </Async>
  )
}

const Who = ({ name, at }: { name: string; at: string }) => (
  <>
    {name} · <Time at={at} as="exact" />
  </>
)

const attemptTone: Record<Attempt['state'], Tone> = {
  CHOSEN: 'wait',
  ACCEPTED: 'run',
  PROCESSING: 'run',
  WAIT_CONFIRM: 'wait',
  UNKNOWN: 'wait',
  PAID: 'done',
  FAILED: 'lost',
}

/** What became of an attempt in plain words: its end, or what is waited for. */
function AttemptNews({ attempt }: { attempt: Attempt }) {
  if (attempt.code)
    return (
      <>
        <span title={failureWords(attempt.code).hint}>{failureWords(attempt.code).what}</span>
        {attempt.said ? <div className="ui-none">{attempt.said}</div> : null}
      </>
    )
  if (attempt.state === 'WAIT_CONFIRM' && attempt.confirmUntil)
    return (
      <>
        {t('司机须在此前确认')} <Time at={attempt.confirmUntil} as="short" />
      </>
    )
  if (attempt.nextAt)
    return (
      <>
        {t('已查 {n} 次，下次', { n: attempt.queries })} <Time at={attempt.nextAt} as="short" />
      </>
    )
  return attempt.finalAt ? <Time at={attempt.finalAt} as="short" /> : null
}

export const Attempts = ({ attempts }: { attempts: readonly Attempt[] }) => (
  <section>
    <h3>{t('付款记录')}</h3>
    <div className="withdrawal-wide">
      <PlainTable
        label={t('付款记录')}
        rows={attempts.toReversed()}
        rowKey={({ attempt }) => attempt}
        columns={[
          { title: t('第几次'), end: true, cell: ({ attempt }) => attempt },
          {
            title: t('渠道'),
            cell: ({ channel, askedByName }) => (
              <>
                {tr(payoutChannelText[channel])}
                <div className="ui-none">{askedByName || t('系统')}</div>
              </>
            ),
          },
          { title: t('状态'), cell: ({ state }) => <Tag tone={attemptTone[state]}>{tr(attemptStateText[state])}</Tag> },
          { title: t('金额'), end: true, cell: ({ amountFen }) => <Money fen={amountFen} /> },
          { title: t('渠道说'), cell: (attempt) => <AttemptNews attempt={attempt} /> },
          {
            title: t('付款单号 / 渠道流水号'),
            cell: ({ outNo, channelNo }) => (
              <>
                <span className="ui-number">{outNo}</span>
                <div className="ui-none">{channelNo}</div>
              </>
            ),
          },
        ]}
      />
    </div>
  </section>
)

export const TaxYears = ({ years }: { years: NonNullable<Life['tax']>['years'] }) => (
  <section>
    <h3>{t('代缴税的计算')}</h3>
    <PlainTable
      label={t('代缴税的计算')}
      rows={years}
      rowKey={({ year }) => year}
      columns={[
        { title: t('年度'), cell: ({ year }) => year },
        { title: t('计税收入'), end: true, cell: ({ incomeFen }) => <Money fen={incomeFen} /> },
        { title: t('连续取得收入的月数'), end: true, cell: ({ months }) => months },
        { title: t('本笔代缴'), end: true, cell: ({ taxFen }) => <Money fen={taxFen} /> },
      ]}
    />
  </section>
)

export const Postings = ({ postings }: { postings: Life['postings'] }) => (
  <section>
    <h3>{t('记账')}</h3>
    <PlainTable
      label={t('记账')}
      rows={postings.flatMap(({ step, at, lines }) => lines.map((line, n) => ({ ...line, step, at, first: n === 0, key: `${step} ${n}` })))}
      rowKey={({ key }) => key}
      rowProps={({ first }) => ({ className: first ? 'withdrawal-entry' : undefined })}
      columns={[
        { title: t('时间'), cell: ({ first, at }) => (first ? <Time at={at} as="short" /> : '') },
        { title: t('事项'), cell: ({ first, step }) => (first ? stepWords(step) : '') },
        { title: t('账户'), cell: ({ account }) => tr(ledgerAccountText[account as LedgerAccount] ?? account) },
        { title: t('借'), end: true, cell: ({ side, amountFen }) => (side === 'D' ? <Money fen={amountFen} /> : '') },
        { title: t('贷'), end: true, cell: ({ side, amountFen }) => (side === 'C' ? <Money fen={amountFen} /> : '') },
      ]}
    />
  </section>
)
