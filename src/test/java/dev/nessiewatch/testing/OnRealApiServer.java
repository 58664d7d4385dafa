// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.testing;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.ResourceLock;

/**
 * Runs a test class against {@link RealApiServer}, which constructors and methods get as a parameter, when {@code
 * KUBE_API_TEST_DIR} is set; skips it with one line otherwise. The folder is laid out as fabric8's kube-api-test
 * and setup-envtest lay it out: {@code k8s/<version>-<os>-<arch>/} with {@code etcd}, {@code kube-apiserver} and {@code
 * kubectl}; the newest version is taken.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@EnabledIfEnvironmentVariable(
        named = "KUBE_API_TEST_DIR",
        matches = ".+",
        disabledReason = "Needs a real API server. 'setup-envtest use 1.34.x --bin-dir DIR' fetches etcd,"
                + " kube-apiserver and kubectl; then set KUBE_API_TEST_DIR=DIR")
@ExtendWith(RealApiServerParameter.class)
@ResourceLock("what is stored in the real API server")
public @interface OnRealApiServer {}
