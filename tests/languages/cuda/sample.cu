#include <cuda_runtime.h>

__constant__ float WEIGHTS[4];

__global__ void scale(float *data, int n) { data[0] = n; }

__device__ __forceinline__ float square(float x) { return x * x; }

template <typename T>
__global__ void fill(T *data) { data[0] = square(2); }

__global__ void __launch_bounds__(256) bounded(int n) {}

void host(float *p) {
    scale<<<1, 2>>>(p, 3);
    fill<float><<<grid, block, 0, stream>>>(p);
    kernels::scale<<<1, 1>>>(p, 4);
    kernels::deep::fill<int><<<1, 1>>>(p);
    cudaMalloc(&p, 4);
}
