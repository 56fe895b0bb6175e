import ColumnWidthOutlined from '@ant-design/icons/es/icons/ColumnWidthOutlined'
import LeftOutlined from '@ant-design/icons/es/icons/LeftOutlined'
import RightOutlined from '@ant-design/icons/es/icons/RightOutlined'
import RotateLeftOutlined from '@ant-design/icons/es/icons/RotateLeftOutlined'
import RotateRightOutlined from '@ant-design/icons/es/icons/RotateRightOutlined'
import ZoomInOutlined from '@ant-design/icons/es/icons/ZoomInOutlined'
import ZoomOutOutlined from '@ant-design/icons/es/icons/ZoomOutOutlined'
import { Button, Modal, Select } from 'antd'
import { type KeyboardEvent, type ReactNode, useState } from 'react'
import { t } from '#platform/text/text.ts'
import { beside, FIT, neighbour, turned, zoomed } from './picture.view.ts'
import { PicturePane } from './picture-pane.tsx'
import './media.css'

interface PicturesProps<P> {
  pictures: readonly P[]
  /** Which is open; null while none is. */
  at: number | null
  onAt: (at: number | null) => void
  keyOf: (picture: P) => string
  nameOf: (picture: P) => string
  /** What else is said of it: when it was taken. */
  about?: (picture: P) => ReactNode
  /** Fetches and draws it as an `img`. */
  draw: (picture: P) => ReactNode
}

/** Pictures one after the other, made large, turned, or two side by side; all of it by keys as well. */
export default function PicturesDialog<P>({ pictures, at, onAt, keyOf, nameOf, about, draw }: PicturesProps<P>) {
  const [look, setLook] = useState(FIT)
  const [other, setOther] = useState<number | null>(null)
  const shown = at === null ? undefined : pictures[at]
  const second = other === null ? undefined : pictures[other]
  const last = pictures.length - 1

  const show = (next: number | null) => {
    setLook(FIT)
    onAt(next)
  }
  const close = () => {
    setOther(null)
    show(null)
  }
  const go = (by: 1 | -1) => at !== null && show(neighbour(at, by, pictures.length))
  const compare = () => {
    setLook(FIT)
    setOther(other === null && at !== null && last > 0 ? beside(at, pictures.length) : null)
  }
  const acts: Record<string, () => void> = {
    ArrowLeft: () => go(-1),
    ArrowRight: () => go(1),
    '+': () => setLook((now) => zoomed(now, 1)),
    '=': () => setLook((now) => zoomed(now, 1)),
    '-': () => setLook((now) => zoomed(now, -1)),
    '0': () => setLook(FIT),
    r: () => setLook((now) => turned(now, 1)),
    R: () => setLook((now) => turned(now, -1)),
    c: compare,
  }
  const press = (event: KeyboardEvent) => {
    const act = acts[event.key]
    if (!act || event.ctrlKey || event.metaKey || event.altKey || (event.target as Element).closest('.ant-select')) return
    event.preventDefault()
    act()
  }
  return (
    <Modal
      open={shown !== undefined}
      title={shown ? nameOf(shown) : ''}
      footer={null}
      width="min(1400px, 96vw)"
      centered
      destroyOnHidden
      onCancel={close}
    >
      {shown && at !== null ? (
        <div className="media-pictures" onKeyDown={press}>
          <div className="media-panes">
            <PicturePane key={keyOf(shown)} look={look} onLook={setLook}>
              {draw(shown)}
            </PicturePane>
            {second ? (
              <PicturePane key={`beside ${keyOf(second)}`} look={look} onLook={setLook}>
                {draw(second)}
              </PicturePane>
            ) : null}
          </div>
          <div className="media-bar">
            <Button icon={<LeftOutlined />} aria-label={t('上一张')} title="←" disabled={at === 0} onClick={() => go(-1)} />
            <span className="ui-number">
              {at + 1} / {pictures.length}
            </span>
            <Button icon={<RightOutlined />} aria-label={t('下一张')} title="→" disabled={at === last} onClick={() => go(1)} autoFocus />
            <Button icon={<ZoomOutOutlined />} aria-label={t('缩小')} title="-" disabled={look.scale === 1} onClick={acts['-']} />
            <Button icon={<ZoomInOutlined />} aria-label={t('放大')} title="+" onClick={acts['+']} />
            <Button icon={<RotateLeftOutlined />} aria-label={t('向左旋转')} title="Shift R" onClick={acts.R} />
            <Button icon={<RotateRightOutlined />} aria-label={t('向右旋转')} title="R" onClick={acts.r} />
            {last > 0 ? (
              <Button icon={<ColumnWidthOutlined />} aria-pressed={second !== undefined} title="C" onClick={compare}>
                {t('并排比较')}
              </Button>
            ) : null}
            {second ? (
              <Select<number>
                value={other ?? 0}
                aria-label={t('与哪一张比较')}
                options={pictures.map((picture, value) => ({ value, label: `${value + 1} ${nameOf(picture)}`, disabled: value === at }))}
                onChange={setOther}
              />
            ) : null}
            <span>{about?.(shown)}</span>
          </div>
        </div>
      ) : null}
    </Modal>
  )
}
