import { payoutChannelText } from '@chauffeur/contract/finance/payout'
import { type SingleRow } from '@chauffeur/contract/finance/reconciliation'
import { reconResultText } from '@chauffeur/contract/finance/reconciliation-model'
import { t, tr } from '#platform/text/text.ts'
import { Facts } from '#kit/detail/facts.tsx'
import { KeptDrawer } from '#kit/detail/kept.drawer.tsx'
import { Money } from '#ui/show/money.tsx'
import { Time } from '#ui/show/time.tsx'
import { failureWords } from '../withdrawal-review/review.view.ts'
import { attemptWords } from './ask.ts'
import { withdrawalStateWords } from './reconciliation.view.ts'
import './reconciliation.css'

/** One payment: what we sent and when, what the channel said, and what its statement says. */
export default function SingleDrawer({ row, onClose }: { row: SingleRow | null; onClose: () => void }) {
  return (
    <KeptDrawer row={row} size={640} title={({ outBillNo }) => outBillNo} onClose={onClose}>
      {(shown) => (
        <Facts
          as="pairs"
          facts={[
            [t('提现单号'), shown.withdrawNo],
            [t('第几次付款'), shown.attempt],
            [t('金额'), <Money key="sum" fen={shown.amountFen} />],
            [t('渠道'), tr((payoutChannelText as Record<string, string>)[shown.channel] ?? shown.channel)],
            [
              t('渠道流水号'),
              <span key="no" className="recon-mono">
                {shown.channelNo}
              </span>,
            ],
            [t('渠道状态'), attemptWords(shown.channelState)],
            shown.failCode !== '' && [
              t('失败原因'),
              t('{what}（{code}，{who}）', { code: shown.failCode, ...failureWords(shown.failCode) }),
              true,
            ],
            shown.failCode !== '' && [t('怎么办'), failureWords(shown.failCode).hint],
            [t('我方状态'), withdrawalStateWords(shown.state)],
            [t('渠道账单'), shown.result === null ? t('账单中尚无此笔') : tr(reconResultText[shown.result])],
            [t('发送时间'), <Time key="sent" at={shown.requestedAt} as="exact" />],
            shown.waitConfirmUntil !== null && [t('司机确认截止'), <Time key="until" at={shown.waitConfirmUntil} as="exact" />],
            [t('最近查询'), <Time key="asked" at={shown.lastQueriedAt} as="exact" />],
            [t('查询次数'), shown.queryCount],
            shown.nextQueryAt !== null && [t('下次查询'), <Time key="next" at={shown.nextQueryAt} as="exact" />],
            [t('完成时间'), <Time key="final" at={shown.finalAt} as="exact" />],
          ]}
        />
      )}
    </KeptDrawer>
  )
}
