import type { AnswerOf } from '@chauffeur/contract/kernel/call'
import { orderFileCalls } from '@chauffeur/contract/order/file'
import { orderFileKindText } from '@chauffeur/contract/quality/photo-model'
import { useState } from 'react'
import { useCall } from '#platform/http/call.ts'
import { t, tr } from '#platform/text/text.ts'
import { lazyPiece } from '#ui/dialog/lazy-piece.tsx'
import { WhenOpened } from '#ui/dialog/when-opened.tsx'
import { Async, Skeleton } from '#ui/page/async.tsx'
import { EmptyState } from '#ui/page/empty-state.tsx'
import { Time } from '#ui/show/time.tsx'
import { extraKinds, extraText, type OrderDetail } from '../order.view.ts'
import './evidence.css'

const Pictures = lazyPiece(() => import('#kit/media/pictures.dialog.tsx'))

type File = AnswerOf<typeof orderFileCalls.list>['rows'][number]

function nameOf({ kind, extraType }: File): string {
  const extra = extraKinds.find((one) => one === extraType)
  return [tr(orderFileKindText[kind]), extra ? tr(extraText[extra]) : ''].filter(Boolean).join(' · ')
}

/** Pictures that the driver took: the car before and after, receipts; opened large, turned and held side by side. */
export default function OrderFiles({ order }: { order: OrderDetail }) {
  const query = useCall(orderFileCalls.list, { orderId: order.orderId }, { refetchIntervalS: 30 })
  const [at, setAt] = useState<number | null>(null)
  return (
    <Async
      query={query}
      isEmpty={({ rows }) => rows.length === 0}
      empty={<EmptyState title={t('没有照片和票据')} hint={t('司机拍摄的车况照片与票据会显示在这里')} />}
    >
      {({ rows }) => (
        <>
          <ul className="order-files">
            {rows.map((file, index) => (
              <li key={file.fileId}>
                <button type="button" aria-label={t('放大查看 {name}', { name: nameOf(file) })} onClick={() => setAt(index)}>
                  <Picture file={file} />
                </button>
                <span>{nameOf(file)}</span>
                <Time at={file.takenAt} as="short" />
              </li>
            ))}
          </ul>
          <WhenOpened open={at !== null}>
            <Pictures
              pictures={rows}
              at={at}
              onAt={setAt}
              keyOf={(file: File) => file.fileId}
              nameOf={nameOf}
              about={(file: File) => <Time at={file.takenAt} as="short" />}
              draw={(file: File) => <Picture file={file} />}
            />
          </WhenOpened>
        </>
      )}
    </Async>
  )
}

/** Its place has the picture's shape before the picture is there. */
function Picture({ file }: { file: File }) {
  const query = useCall(orderFileCalls.picture, { fileId: file.fileId })
  return (
    <Async query={query} skeleton={<Skeleton lines={1} height={120} />}>
      {({ dataUrl, width, height }) => <img src={dataUrl} width={width} height={height} alt={nameOf(file)} />}
    </Async>
  )
}
