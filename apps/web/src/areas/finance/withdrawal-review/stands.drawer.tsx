import { withdrawalWayText } from '@chauffeur/contract/finance/withdrawal'
import type { OpsWithdrawal } from '@chauffeur/contract/finance/withdrawal-review'
import { Facts } from '#kit/detail/facts.tsx'
import { KeptDrawer } from '#kit/detail/kept.drawer.tsx'
import type { RowDrawerProps } from '#kit/list/define.view.ts'
import { t, tr } from '#platform/text/text.ts'
import { Money } from '#ui/show/money.tsx'
import { Time } from '#ui/show/time.tsx'
import { Flags, State } from './review.columns.tsx'
import { failureWords, standsWords } from './review.view.ts'

/** How a withdrawal stands, for those who answer the driver's question and handle no money. */
export default function StandsDrawer({ row, onClose }: RowDrawerProps<OpsWithdrawal>) {
  return (
    <KeptDrawer row={row} title={(shown) => shown.withdrawNo} size={440} onClose={onClose}>
      {(shown) => (
        <>
          <p className="withdrawal-stands">
            <State row={shown} /> <span>{standsWords(shown)}</span>
          </p>
          <Flags row={shown} />
          <Facts
            facts={[
              [t('司机'), `${shown.driverName} ${shown.driverNo}`],
              [t('城市'), tr(shown.cityName)],
              [t('机构'), shown.orgName],
              [t('提现方式'), tr(withdrawalWayText[shown.way])],
              [t('申请金额'), <Money key="apply" fen={shown.applyFen} />],
              [t('手续费'), <Money key="fee" fen={shown.feeFen} />],
              [t('代缴税'), <Money key="tax" fen={shown.taxFen} />],
              [t('实付金额'), <Money key="net" fen={shown.netFen} />],
              [t('申请时间'), <Time key="at" at={shown.createdAt} as="exact" />],
              shown.audited && [t('审核'), <Decided key="audited" {...shown.audited} />],
              shown.secondAudited && [t('复核'), <Decided key="second" {...shown.secondAudited} />],
              shown.failCode !== '' && [t('失败原因'), failureWords(shown.failCode).what, true],
              shown.paidAt !== null && [t('到账时间'), <Time key="paid" at={shown.paidAt} as="exact" />],
            ]}
          />
        </>
      )}
    </KeptDrawer>
  )
}

const Decided = ({ name, at }: { name: string; at: string }) => (
  <>
    {name || t('系统')} · <Time at={at} as="exact" />
  </>
)
