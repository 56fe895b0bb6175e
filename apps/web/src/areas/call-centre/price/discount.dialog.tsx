import { COUPON_STATE, couponCalls, couponStateText, type CouponState } from '@chauffeur/contract/pricing/coupon'
import { callCentreCalls } from '@chauffeur/contract/call-centre/desk'
import { Button, Modal, Tabs } from 'antd'
import { type KeyboardEvent, useId, useState } from 'react'
import { useCall, useSend } from '#platform/http/call.ts'
import { useCan } from '#platform/session/session.ts'
import { joined, t, tr } from '#platform/text/text.ts'
import { Facts } from '#kit/detail/facts.tsx'
import { Async } from '#ui/page/async.tsx'
import { EmptyState } from '#ui/page/empty-state.tsx'
import { Money } from '#ui/show/money.tsx'
import { Time } from '#ui/show/time.tsx'
import type { DiscountChoice } from '../draft/desk-draft.ts'
import { refusalOf } from '../draft/desk-refusal.ts'
import { Field } from '../draft/field.tsx'
import { PointOffers } from './point-offers.tsx'
import { appliedDiscount, type Recommended } from './use-price.ts'
import '../call-centre.css'
import './price.css'

export interface DiscountDialogProps {
  open: boolean
  phone: string
  choice: DiscountChoice
  /** What fits the trip; undefined before there is a price. */
  offers: Recommended | undefined
  /** The customer has nothing to use. */
  none: boolean
  onChoose: (choice: DiscountChoice) => void
  onClose: () => void
}

/** Coupons and rights of the caller: what fits the trip and why, what does not and why not, codes to redeem, and what there was. */
export function DiscountDialog({ open, phone, choice, offers, none, onChoose, onClose }: DiscountDialogProps) {
  const listId = useId()
  return (
    <Modal
      open={open}
      title={t('优惠券、权益与兑换码')}
      width={560}
      footer={null}
      onCancel={onClose}
      afterOpenChange={(shown) => shown && document.getElementById(listId)?.focus()}
      destroyOnHidden
    >
      <Tabs
        items={[
          {
            key: 'now',
            label: t('本单可用'),
            children: (
              <>
                <Choices
                  listId={listId}
                  choice={choice}
                  offers={offers}
                  none={none}
                  onChoose={(chosen) => {
                    onChoose(chosen)
                    onClose()
                  }}
                />
                <Redeem phone={phone} />
              </>
            ),
          },
          { key: 'points', label: t('积分兑换'), children: <PointOffers phone={phone} /> },
          { key: 'all', label: t('全部优惠券'), children: <AllCoupons phone={phone} /> },
          { key: 'redeemed', label: t('兑换记录'), children: <Redeemed phone={phone} /> },
        ]}
      />
    </Modal>
  )
}

interface Line {
  key: string
  choice: DiscountChoice
  name: string
  why: string
  discountFen: number | null
}

function linesOf(offers: Recommended | undefined): Line[] {
  return [
    {
      key: 'BEST',
      choice: { kind: 'BEST' },
      name: t('自动选用最优惠的'),
      why: offers?.best ? `${offers.best.name}：${offers.best.why}` : '',
      discountFen: offers?.best?.discountFen ?? null,
    },
    { key: 'NONE', choice: { kind: 'NONE' }, name: t('不使用优惠'), why: '', discountFen: null },
    ...(offers?.rows ?? []).map((row): Line => {
      const { kind, id, name } = appliedDiscount(row)
      return { key: `${kind} ${id}`, choice: { kind, id, name }, name, why: row.why, discountFen: row.discountFen }
    }),
  ]
}

interface ChoicesProps {
  listId: string
  choice: DiscountChoice
  offers: Recommended | undefined
  none: boolean
  onChoose: (choice: DiscountChoice) => void
}

function Choices({ listId, choice, offers, none, onChoose }: ChoicesProps) {
  const lines = linesOf(offers)
  const current = lines.findIndex(
    ({ choice: one }) => one.kind === choice.kind && ('id' in one ? 'id' in choice && one.id === choice.id : true),
  )
  const [at, setAt] = useState(Math.max(0, current))
  const pressed = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const digit = /^[1-9]$/.test(event.key) ? lines[Number(event.key) - 1] : undefined
    const next = { ArrowDown: Math.min(lines.length - 1, at + 1), ArrowUp: Math.max(0, at - 1) }[event.key]
    const line = digit ?? (event.key === 'Enter' ? lines[at] : undefined)
    if (next === undefined && !line) return
    event.preventDefault()
    if (next !== undefined) setAt(next)
    else if (line) onChoose(line.choice)
  }
  return (
    <>
      <div
        id={listId}
        className="desk-discounts"
        role="listbox"
        tabIndex={0}
        aria-label={t('本单可用')}
        aria-activedescendant={`${listId}-${at}`}
        onKeyDown={pressed}
      >
        {lines.map((line, index) => (
          <div
            key={line.key}
            id={`${listId}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === current}
            className={`desk-discount ${index === current ? 'desk-driver-on' : ''} ${index === at ? 'desk-discount-at' : ''}`}
            onClick={() => onChoose(line.choice)}
          >
            <kbd>{index + 1}</kbd>
            <span className="desk-discount-name">
              {line.name}
              {line.why ? <span className="desk-row-more">{line.why}</span> : null}
            </span>
            {line.discountFen === null || line.discountFen === 0 ? null : <Money fen={-Math.abs(line.discountFen)} />}
          </div>
        ))}
      </div>
      {none ? (
        <p className="desk-quiet">{t('该客户没有可用的优惠券或权益')}</p>
      ) : offers === undefined ? (
        <p className="desk-quiet">{t('选定上车点并估价后，显示每张券能优惠多少')}</p>
      ) : null}
      {offers && offers.unusable.length > 0 ? (
        <ul className="desk-list" aria-label={t('本单不可用')}>
          {offers.unusable.map((one) => (
            <li key={`${one.kind} ${one.id}`} className="desk-discount desk-driver-off">
              <span />
              <span className="desk-discount-name">
                {one.name}
                <span className="desk-row-more">{one.why}</span>
              </span>
            </li>
          ))}
        </ul>
      ) : null}
    </>
  )
}

/** A code the caller reads out. */
function Redeem({ phone }: { phone: string }) {
  const may = useCan('callCentre.redeem')
  const [code, setCode] = useState('')
  const [said, setSaid] = useState<{ text: string; good: boolean } | null>(null)
  const { send, pending } = useSend(couponCalls.couponRedeem, {
    refreshes: [callCentreCalls.customerInfo, couponCalls.recommendCoupons, couponCalls.couponList, couponCalls.couponRedeemList],
  })
  if (!may) return null
  const redeem = async () => {
    if (code.trim() === '' || pending) return
    try {
      const coupon = await send({ phone, code: code.trim() })
      setCode('')
      setSaid({ text: t('已兑换：{name}', { name: coupon.name }), good: true })
    } catch (error) {
      setSaid({ text: refusalOf(error).text, good: false })
    }
  }
  return (
    <div className="desk-redeem">
      <Field label={t('兑换码〔一个〕')} problem={said && !said.good ? said.text : undefined}>
        {(field) => (
          <input
            {...field}
            className="desk-input"
            autoComplete="off"
            maxLength={40}
            value={code}
            onChange={(event) => {
              setCode(event.target.value)
              setSaid(null)
            }}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
              event.preventDefault()
              void redeem()
            }}
          />
        )}
      </Field>
      <Button loading={pending} disabled={code.trim() === ''} onClick={() => void redeem()}>
        {t('兑换')}
      </Button>
      {said?.good ? (
        <p className="desk-good" role="status">
          {said.text}
        </p>
      ) : null}
    </div>
  )
}

const stateTone: Record<CouponState, string> = {
  [COUPON_STATE.granted]: 'desk-good',
  [COUPON_STATE.held]: 'desk-warn',
  [COUPON_STATE.used]: 'desk-row-more',
  [COUPON_STATE.expired]: 'desk-row-more',
  [COUPON_STATE.revoked]: 'desk-row-more',
}

function AllCoupons({ phone }: { phone: string }) {
  const query = useCall(couponCalls.couponList, { phone })
  const [shown, setShown] = useState('')
  return (
    <Async query={query} isEmpty={({ rows }) => rows.length === 0} empty={<EmptyState title={t('该客户没有优惠券')} />}>
      {({ rows }) => (
        <ul className="desk-list desk-discounts">
          {rows.map((coupon) => (
            <li key={coupon.couponId} className="desk-past">
              <button
                type="button"
                className="desk-pick"
                aria-expanded={shown === coupon.couponId}
                onClick={() => setShown(shown === coupon.couponId ? '' : coupon.couponId)}
              >
                <span className="desk-pick-text">{coupon.name}</span>
                <span className={stateTone[coupon.state]}>{tr(couponStateText[coupon.state])}</span>
                <span className="desk-row-more">
                  {t('有效至')} <Time at={coupon.expiresAt} as="short" />
                </span>
              </button>
              {shown === coupon.couponId ? <CouponDetail phone={phone} couponId={coupon.couponId} /> : null}
            </li>
          ))}
        </ul>
      )}
    </Async>
  )
}

function CouponDetail({ phone, couponId }: { phone: string; couponId: string }) {
  const query = useCall(couponCalls.couponDetail, { phone, couponId })
  return (
    <Async query={query}>
      {(coupon) => (
        <Facts
          as="line"
          facts={[
            [t('最低消费'), <Money key="least" fen={coupon.minSubtotalFen} />],
            [t('城市'), joined(coupon.cityNames.map(tr)) || t('全部城市')],
            [t('渠道'), joined(coupon.channelNames) || t('不限')],
            coupon.bands.length > 0 && [t('出发时段'), joined(coupon.bands.map(({ from, to }) => `${from.slice(0, 5)}–${to.slice(0, 5)}`))],
            coupon.fenceNames.length > 0 && [t('上车区域'), joined(coupon.fenceNames)],
            coupon.newCustomerOnly && [t('限制'), t('仅新客户')],
            coupon.orderNo ? [t('订单'), coupon.orderNo] : null,
            coupon.discountFen !== null && [t('已优惠'), <Money key="off" fen={coupon.discountFen} />],
            coupon.redeemCode ? [t('兑换码〔一个〕'), coupon.redeemCode] : null,
          ]}
        />
      )}
    </Async>
  )
}

function Redeemed({ phone }: { phone: string }) {
  const query = useCall(couponCalls.couponRedeemList, { phone })
  return (
    <Async query={query} isEmpty={({ rows }) => rows.length === 0} empty={<EmptyState title={t('没有兑换记录')} />}>
      {({ rows }) => (
        <ul className="desk-list desk-discounts">
          {rows.map((one) => (
            <li key={one.couponId} className="desk-past">
              <span className="desk-past-line">
                <span>{one.code}</span>
                <span>{one.name}</span>
                <Time at={one.redeemedAt} />
              </span>
              <span className="desk-row-more">
                {one.redeemedBy} · {tr(couponStateText[one.couponState])}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Async>
  )
}
