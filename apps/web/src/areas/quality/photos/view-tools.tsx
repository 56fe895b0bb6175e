import ColumnWidthOutlined from '@ant-design/icons/es/icons/ColumnWidthOutlined'
import CopyOutlined from '@ant-design/icons/es/icons/CopyOutlined'
import LeftOutlined from '@ant-design/icons/es/icons/LeftOutlined'
import RightOutlined from '@ant-design/icons/es/icons/RightOutlined'
import RotateRightOutlined from '@ant-design/icons/es/icons/RotateRightOutlined'
import ZoomInOutlined from '@ant-design/icons/es/icons/ZoomInOutlined'
import ZoomOutOutlined from '@ant-design/icons/es/icons/ZoomOutOutlined'
import { Button } from 'antd'
import { type Look, turned, zoomed } from '#kit/media/picture.view.ts'
import { t } from '#platform/text/text.ts'
import { KeyHint } from '#ui/show/key-hint.tsx'

interface Toggle {
  on: boolean
  toggle: () => void
}
interface ToolsProps {
  at: number
  count: number
  look: Look
  onGo: (to: number) => void
  onLook: (change: (now: Look) => Look) => void
  counterpart: Toggle | null
  match: Toggle | null
}

/** How the picture is looked at. */
export function ViewTools({ at, count, look, onGo, onLook, counterpart, match }: ToolsProps) {
  return (
    <div className="media-bar photo-tools">
      <Button icon={<LeftOutlined />} aria-label={t('上一张')} title="←" disabled={at === 0} onClick={() => onGo(at - 1)} />
      <span className="ui-number">
        {at + 1} / {count}
      </span>
      <Button
        icon={<RightOutlined />}
        aria-label={t('下一张')}
        title="→"
        disabled={at === count - 1}
        onClick={() => onGo(at + 1)}
        autoFocus
      />
      <Button
        icon={<ZoomOutOutlined />}
        aria-label={t('缩小')}
        title="-"
        disabled={look.scale === 1}
        onClick={() => onLook((now) => zoomed(now, -1))}
      />
      <Button icon={<ZoomInOutlined />} aria-label={t('放大')} title="+" onClick={() => onLook((now) => zoomed(now, 1))} />
      <Button icon={<RotateRightOutlined />} aria-label={t('旋转')} title="E" onClick={() => onLook((now) => turned(now, 1))} />
      {counterpart ? (
        <Button
          icon={<ColumnWidthOutlined />}
          aria-label={t('前后对比')}
          title={t('前后对比')}
          aria-pressed={counterpart.on}
          onClick={counterpart.toggle}
        >
          <span className="photo-words">{t('前后对比')}</span> <KeyHint keys="C" />
        </Button>
      ) : null}
      {match ? (
        <Button icon={<CopyOutlined />} aria-label={t('相同照片')} title={t('相同照片')} aria-pressed={match.on} onClick={match.toggle}>
          <span className="photo-words">{t('相同照片')}</span> <KeyHint keys="M" />
        </Button>
      ) : null}
    </div>
  )
}
