import { type ClaimEvent, claimEventText, type ClaimRow, claimStateText, driverClaimCalls } from '@chauffeur/contract/qualification/claim'
import { insuranceProductText } from '@chauffeur/contract/qualification/insurance'
import type { AnswerOf } from '@chauffeur/contract/kernel/call'
import { Button } from 'antd'
import { useState } from 'react'
import { Facts } from '#kit/detail/facts.tsx'
import { KeptDrawer } from '#kit/detail/kept.drawer.tsx'
import { Timeline } from '#kit/detail/timeline.tsx'
import type { RowDrawerProps } from '#kit/list/define.view.ts'
import { useCall } from '#platform/http/call.ts'
import { t, tr } from '#platform/text/text.ts'
import { claimTones } from '#shared/driver/claims.panel.tsx'
import { lazyPiece } from '#ui/dialog/lazy-piece.tsx'
import { WhenOpened } from '#ui/dialog/when-opened.tsx'
import { Async, Skeleton } from '#ui/page/async.tsx'
import { Money } from '#ui/show/money.tsx'
import { Tag } from '#ui/show/tag.tsx'
import { Time } from '#ui/show/time.tsx'
import { AddClaimPicture, MoveClaim } from './move-claim.dialog.tsx'
import './claim.css'

const Pictures = lazyPiece(() => import('#kit/media/pictures.dialog.tsx'))
type Claim = AnswerOf<typeof driverClaimCalls.claim>

/** A claim: what happened, what the insurer said, its pictures, and what can be done next. */
export default function ClaimDrawer({ row, onClose }: RowDrawerProps<ClaimRow>) {
  return (
    <KeptDrawer row={row} size={640} title={({ driverName, policyNo }) => `${driverName} · ${policyNo}`} onClose={onClose}>
      {(shown) => <OneClaim driverClaimId={shown.driverClaimId} />}
    </KeptDrawer>
  )
}

function OneClaim({ driverClaimId }: { driverClaimId: string }) {
  const query = useCall(driverClaimCalls.claim, { driverClaimId })
  return <Async query={query}>{(claim) => <Shown claim={claim} />}</Async>
}

function Shown({ claim }: { claim: Claim }) {
  const [doing, setDoing] = useState<{ what: ClaimEvent | 'picture'; open: boolean } | null>(null)
  const close = () => setDoing((now) => now && { ...now, open: false })
  return (
    <>
      <div className="claim-actions">
        {claim.allowedActions.map((what) => (
          <Button key={what} danger={what === 'reject'} onClick={() => setDoing({ what, open: true })}>
            {tr(claimEventText[what])}
          </Button>
        ))}
      </div>
      <Facts
        as="pairs"
        facts={[
          [
            t('状态'),
            <Tag key="state" tone={claimTones[claim.state]}>
              {tr(claimStateText[claim.state])}
            </Tag>,
          ],
          [t('出险时间'), <Time key="loss" at={claim.lossAt} />],
          [t('索赔金额'), <Money key="amount" fen={claim.amountFen} />],
          [t('赔付金额'), claim.paidFen === null ? '' : <Money key="paid" fen={claim.paidFen} />],
          [t('险种'), tr(insuranceProductText[claim.product])],
          [t('保单'), `${claim.insurer} ${claim.policyNo}`],
          [t('报案号'), claim.reportNo],
          [t('订单'), claim.orderId ? <a href={`#/Order/Detail?orderId=${claim.orderId}`}>{claim.orderNo}</a> : ''],
          [t('出险经过'), claim.what],
        ]}
      />
      <ClaimPictures claim={claim} />
      <Timeline
        label={t('处理经过')}
        steps={claim.events.map(({ seq, event, at, by, reason }) => ({
          ...{ key: seq, at, by, title: tr(claimEventText[event]), tone: toneOf(event) },
          ...(reason && { reason }),
        }))}
      />
      {doing === null ? null : doing.what === 'picture' ? (
        <AddClaimPicture row={claim} open={doing.open} onClose={close} />
      ) : (
        <MoveClaim key={doing.what} row={claim} event={doing.what} open={doing.open} onClose={close} />
      )}
    </>
  )
}

const toneOf = (event: Claim['events'][number]['event']) => (event === 'pay' ? 'done' : event === 'reject' ? 'lost' : 'run')

function ClaimPictures({ claim }: { claim: Claim }) {
  const [at, setAt] = useState<number | null>(null)
  const pictures = claim.files.map((file, index) => ({ ...file, number: index + 1 }))
  type One = (typeof pictures)[number]
  const nameOf = ({ number }: One) => t('理赔图片 {n}', { n: number })
  const draw = (one: One) => <Picture driverClaimId={claim.driverClaimId} number={one.number} name={nameOf(one)} />
  if (pictures.length === 0) return <p className="ui-none">{t('还没有图片')}</p>
  return (
    <>
      <ul className="claim-pictures">
        {pictures.map((one, index) => (
          <li key={one.fileId}>
            <button type="button" aria-label={t('放大查看 {name}', { name: nameOf(one) })} onClick={() => setAt(index)}>
              {draw(one)}
            </button>
          </li>
        ))}
      </ul>
      <WhenOpened open={at !== null}>
        <Pictures
          pictures={pictures}
          at={at}
          onAt={setAt}
          keyOf={(one: One) => one.fileId}
          nameOf={nameOf}
          about={(one: One) => (
            <>
              {one.by} <Time at={one.at} as="short" />
            </>
          )}
          draw={draw}
        />
      </WhenOpened>
    </>
  )
}

function Picture({ driverClaimId, number, name }: { driverClaimId: string; number: number; name: string }) {
  const query = useCall(driverClaimCalls.picture, { driverClaimId, number })
  return (
    <Async query={query} skeleton={<Skeleton lines={1} height={90} />}>
      {({ dataUrl }) => <img src={dataUrl} alt={name} />}
    </Async>
  )
}
