import type { OrderFileKind, PhotoReason } from '@chauffeur/contract/quality/photo-model'
import { t } from '../platform/text.ts'

/** What a picture shows, in the driver's words. */
export const kindWords = (kind: OrderFileKind): string =>
  ({
    UNIFORM: () => t('着装'),
    VEHICLE_BEFORE: () => t('车辆外观（接车）'),
    BEFORE_FRONT: () => t('车头'),
    BEFORE_REAR: () => t('车尾'),
    BEFORE_LEFT: () => t('左侧'),
    BEFORE_RIGHT: () => t('右侧'),
    INTERIOR: () => t('内饰'),
    ODOMETER: () => t('里程表'),
    VEHICLE_AFTER: () => t('车辆外观（还车）'),
    AFTER_FRONT: () => t('车头'),
    AFTER_REAR: () => t('车尾'),
    AFTER_LEFT: () => t('左侧'),
    AFTER_RIGHT: () => t('右侧'),
    AFTER_INTERIOR: () => t('内饰'),
    AFTER_ODOMETER: () => t('里程表'),
    PARKED: () => t('停车位置'),
    RECEIPT: () => t('票据'),
  })[kind]()

export const reasonWords = (reason: PhotoReason): string =>
  ({
    REUSED: () => t('使用旧照片'),
    NOT_THIS_CAR: () => t('不是本单车辆'),
    BLURRED: () => t('照片模糊'),
    DARK: () => t('光线太暗'),
    INCOMPLETE: () => t('没有拍全'),
    WRONG_KIND: () => t('拍摄内容不符'),
    WRONG_PLACE: () => t('拍摄位置或时间不符'),
    UNIFORM: () => t('着装不合规'),
    PARKING: () => t('停车不合规'),
    RETAKE_MISSED: () => t('逾期未重拍'),
    OTHER: () => t('其他原因'),
  })[reason]()
