/* Nets for other programs: ONNX, written by hand (it is a protobuf; opset 13). */
#ifndef NET_LEARN_ONNX_H
#define NET_LEARN_ONNX_H

#include "base/buf.h"
#include "net/file.h"

/* Appends the model: input `planes` [N, planes, rows, columns], outputs `policy` [N, 2, rows, columns] and, if the net has
 * one, `value` [N, 1]: log-odds all of them. Rows count from the bottom. */
void onnx_write(const struct net_file *f, struct buf *out);

#endif
