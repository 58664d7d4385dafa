// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.metadata;

import com.oracle.svm.core.annotate.Substitute;
import com.oracle.svm.core.annotate.TargetClass;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.checksums.SdkChecksum;
import software.amazon.awssdk.checksums.spi.ChecksumAlgorithm;

/**
 * In a native image only: the AWS SDK without its C library, which is not on the class path. On a JVM the SDK finds that out
 * when it looks for the classes; a native image has to know before, or its build stops at them. The answers are the same.
 */
@TargetClass(className = "software.amazon.awssdk.checksums.internal.ChecksumProvider")
@RegisterForReflection(targets = CRC32C.class, methods = false, fields = false)
final class ChecksumsWithoutCrt {
    @Substitute
    static @Nullable SdkChecksum createCrtCrc32C() {
        return null;
    }

    @Substitute
    static SdkChecksum crc64NvmeCrtImplementation() {
        throw new IllegalStateException("CRC64NVME needs the AWS SDK's C library, which is not part of this program");
    }

    @Substitute
    static SdkChecksum crtXxHash(ChecksumAlgorithm algorithm) {
        throw new IllegalStateException(
                algorithm.algorithmId() + " needs the AWS SDK's C library, which is not part of this program");
    }
}
