export default {
  '司机工号、姓名或客户': 'Driver number, name or customer',
  '派单不会问被客户屏蔽的司机；在订单详情的司机卡片上添加': 'Blocked drivers are not asked; add one on the driver card of an order',
  屏蔽至: 'Until',
  屏蔽时间: 'Since',
  已解除屏蔽: 'Lifted',
  '{driver} 会再次接到 {customer} 的订单。': '{driver} will be asked for orders of {customer} again.',
  '在订单或接单台选择“不再派给该客户”后，记录在这里。': 'Drivers no longer dispatched to a customer, as set at an order or the desk.',
} satisfies Record<string, string>
